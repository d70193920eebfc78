import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair } from 'jose';
import { createTokenSigner } from '../platform/testing/test-tokens.ts';

/** A retailer's identity provider, as far as an API sees it: discovery, keys and tokens, over HTTP. */
export async function startTestIssuer() {
  const { publicKey, privateKey } = await generateKeyPair('ES256');
  const jwk = { ...(await exportJWK(publicKey)), kid: 'one', alg: 'ES256', use: 'sig' };
  const server = createServer((request, response) => {
    const document = request.url?.endsWith('/keys')
      ? { keys: [jwk] }
      : { issuer, jwks_uri: `${issuer}/keys` };
    response.setHeader('content-type', 'application/json').end(JSON.stringify(document));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const tokenFor = createTokenSigner({ issuer, key: privateKey, kid: jwk.kid });
  return { issuer, tokenFor, stop: () => new Promise((resolve) => server.close(resolve)) };
}
