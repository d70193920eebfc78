import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, jwtVerify, SignJWT } from 'jose';
import pino from 'pino';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createProviderKeys, type ProviderDocuments } from './provider-keys.ts';
import { createUserinfo } from './userinfo.ts';

let server: Server;
let issuer: string;
let isDown: boolean;
let namedIssuer: string;
/** How often the keys were requested. */
let requested: number;
let kid: string;
let stored: ProviderDocuments | null;
let lines: { msg: string }[];
let time: number;
const pair = await generateKeyPair('ES256');

beforeEach(async () => {
  isDown = false;
  [requested, kid, stored, lines, time] = [0, 'one', null, [], 0];
  server = createServer(async (request, response) => {
    if (isDown) return response.writeHead(500).end();
    const isDiscovery = request.url === '/.well-known/openid-configuration';
    if (!isDiscovery) requested++;
    const jwk = { ...(await exportJWK(pair.publicKey)), kid, alg: 'ES256' };
    const document = { issuer: namedIssuer, jwks_uri: `${issuer}/keys`, unknown: 1 };
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify(isDiscovery ? document : { keys: [jwk] }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  issuer = `http://127.0.0.1:${(server.address() as { port: number }).port}`;
  namedIssuer = issuer;
});
afterEach(() => void server.close());

const open = () =>
  createProviderKeys({
    issuer,
    log: pino({}, { write: (line: string) => void lines.push(JSON.parse(line)) }),
    now: () => time,
    stored: {
      read: async () => stored,
      async write(documents) {
        stored = documents;
      },
    },
  });
const token = (by = kid) =>
  new SignJWT({ sub: 'anna' }).setProtectedHeader({ alg: 'ES256', kid: by }).sign(pair.privateKey);
const verify = async ({ keys }: ReturnType<typeof open>, by?: string) =>
  (await jwtVerify(await token(by), keys)).payload.sub;
const away = { code: 'unavailable', headers: { 'retry-after': '5' } };

test('finds the keys of a provider by discovery, once for all calls', async () => {
  const provider = open();
  expect(await Promise.all([verify(provider), verify(provider), verify(provider)])).toEqual(
    Array(3).fill('anna'),
  );
  expect(requested).toBe(1);
});

test('an unreachable provider is no reason to refuse a token, and is retried automatically', async () => {
  const provider = open();
  isDown = true;
  await expect(verify(provider)).rejects.toMatchObject(away);
  isDown = false;
  await expect(verify(provider)).rejects.toMatchObject(away);
  time += 2_001;
  expect(await verify(provider)).toBe('anna');
  expect(lines.map(({ msg }) => msg)).toEqual([
    'the identity provider does not answer',
    'the identity provider answers again',
  ]);
});

test('known keys still work while the provider is unreachable, also after a restart', async () => {
  const provider = open();
  await verify(provider);
  isDown = true;
  time += 3_600_000;
  for (let call = 0; call < 3; call++) expect(await verify(provider)).toBe('anna');
  const restarted = open();
  expect(await verify(restarted)).toBe('anna');
  expect(await verify(restarted)).toBe('anna');
});

test('a rotated key is fetched once, also under a flood of unknown keys', async () => {
  const provider = open();
  await verify(provider);
  kid = 'two';
  time += 10_001;
  const flood = Array.from({ length: 200 }, (_, at) => verify(provider, `unknown-${at}`).catch(() => null));
  expect(await verify(provider)).toBe('anna');
  expect(await Promise.all(flood)).toEqual(Array(200).fill(null));
  for (let at = 0; at < 200; at++) await verify(provider, `other-${at}`).catch(() => null);
  expect(requested).toBe(2);
});

test('an unknown key while the provider is unreachable may be a new one', async () => {
  const provider = open();
  await verify(provider);
  isDown = true;
  time += 10_001;
  await expect(verify(provider, 'two')).rejects.toMatchObject(away);
  await expect(verify(provider, 'two')).rejects.toMatchObject(away);
});

test('a document that names another issuer is refused', async () => {
  namedIssuer = 'https://evil.example';
  await expect(verify(open())).rejects.toMatchObject(away);
});

test.each([
  [
    'what it says of the subject',
    200,
    '{"sub":"anna","email":"anna@shop.example"}',
    { sub: 'anna', email: 'anna@shop.example' },
  ],
  ['nothing where it refuses the token', 401, '{"error":"invalid_token"}', null],
  ['nothing where it signs its answer', 200, 'eyJhbGciOiJFUzI1NiJ9.e30.c2ln', null],
  ['nothing without a subject', 200, '{"email":"anna@shop.example"}', null],
])('the userinfo endpoint returns %s, asked once per token', async (_what, status, body, notified) => {
  const tokens: unknown[] = [];
  const endpoint = createServer((request, response) => {
    tokens.push(request.headers.authorization);
    response.writeHead(status).end(body);
  });
  await new Promise<void>((resolve) => endpoint.listen(0, '127.0.0.1', resolve));
  const log = pino({ level: 'silent' });
  const findEndpoint = async () => `http://127.0.0.1:${(endpoint.address() as AddressInfo).port}`;
  const ask = createUserinfo({ findEndpoint, log });
  const anna = { token: 'secret', digest: 'one' };
  expect(await Promise.all([ask(anna), ask(anna)])).toEqual([notified, notified]);
  expect(tokens).toEqual(['Bearer secret']);
  endpoint.close();
  expect(await ask(anna)).toEqual(notified);
  expect(await ask({ token: 'other', digest: 'two' })).toBeNull();
  expect(await createUserinfo({ findEndpoint: async () => undefined, log })(anna)).toBeNull();
});

test('a userinfo endpoint that fails is left alone, and a customer who was not asked about is asked about later', async () => {
  let [status, requests] = [503, 0];
  const endpoint = createServer((_request, response) => {
    requests++;
    response.writeHead(status).end('{"sub":"anna"}');
  });
  await new Promise<void>((resolve) => endpoint.listen(0, '127.0.0.1', resolve));
  const findEndpoint = async () => `http://127.0.0.1:${(endpoint.address() as AddressInfo).port}`;
  let now = 0;
  const ask = createUserinfo({ findEndpoint, log: pino({ level: 'silent' }), now: () => now });
  const tokens = Array.from({ length: 8 }, (_, index) => ({ token: 'secret', digest: `token ${index}` }));
  for (const token of tokens) expect(await ask(token)).toBeNull();
  expect(requests).toBe(5);
  status = 200;
  now = 5_000;
  expect(await ask({ token: 'secret', digest: 'token 7' })).toEqual({ sub: 'anna' });
  endpoint.close();
});
