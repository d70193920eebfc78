import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose';

/** A retailer's identity provider, as far as an API sees it: discovery, keys and tokens, over HTTP. */
export async function startTestIssuer(audience = 'urn:keepsake:api') {
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
  async function tokenFor(customerId: string, claims: JWTPayload = {}): Promise<string> {
    return new SignJWT({ email: `${customerId}@example.com`, name: 'Test', ...claims })
      .setProtectedHeader({ alg: 'ES256', typ: 'at+jwt', kid: 'one' })
      .setIssuer(issuer)
      .setAudience(audience)
      .setSubject(customerId)
      .setExpirationTime('10m')
      .sign(privateKey);
  }
  return { issuer, tokenFor, stop: () => new Promise((resolve) => server.close(resolve)) };
}
