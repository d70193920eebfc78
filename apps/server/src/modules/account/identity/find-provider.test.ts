import { createServer, type Server } from 'node:http';
import { exportJWK, generateKeyPair, jwtVerify, SignJWT } from 'jose';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { findProvider } from './find-provider.ts';

let server: Server;
let issuer: string;
let isDown: boolean;
let namedIssuer: string;
const pair = await generateKeyPair('ES256');

beforeEach(async () => {
  isDown = false;
  server = createServer(async (request, response) => {
    if (isDown) return response.writeHead(500).end();
    const jwk = { ...(await exportJWK(pair.publicKey)), kid: 'one', alg: 'ES256' };
    const isDiscovery = request.url === '/.well-known/openid-configuration';
    const document = { issuer: namedIssuer, jwks_uri: `${issuer}/keys`, ...endpoints(), unknown: 1 };
    const body = isDiscovery ? document : { keys: [jwk] };
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  issuer = `http://127.0.0.1:${(server.address() as { port: number }).port}`;
  namedIssuer = issuer;
});
afterEach(() => {
  vi.useRealTimers();
  server.close();
});

const endpoints = () => ({ authorization_endpoint: `${issuer}/a`, token_endpoint: `${issuer}/t` });
const token = () =>
  new SignJWT({ sub: 'anna' }).setProtectedHeader({ alg: 'ES256', kid: 'one' }).sign(pair.privateKey);

test('finds the keys of an external provider by discovery', async () => {
  const { payload } = await jwtVerify(await token(), findProvider(issuer).keys);
  expect(payload.sub).toBe('anna');
});

test('is unavailable while the provider is down, and recovers by itself', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  const { keys } = findProvider(issuer);
  isDown = true;
  await expect(jwtVerify(await token(), keys)).rejects.toMatchObject({ code: 'unavailable' });
  isDown = false;
  await expect(jwtVerify(await token(), keys)).rejects.toMatchObject({ code: 'unavailable' });
  vi.advanceTimersByTime(2_000);
  await expect(jwtVerify(await token(), keys)).resolves.toHaveProperty('payload.sub', 'anna');
});

test('takes no keys from a document that names another issuer', async () => {
  namedIssuer = 'https://evil.example';
  await expect(jwtVerify(await token(), findProvider(issuer).keys)).rejects.toMatchObject({
    code: 'unavailable',
  });
});

test('tells pages where the provider is reached, once its document has been read', async () => {
  const provider = findProvider(issuer);
  expect(provider.metadata()).toBeUndefined();
  await expect.poll(provider.metadata).toEqual({ issuer, ...endpoints() });
});
