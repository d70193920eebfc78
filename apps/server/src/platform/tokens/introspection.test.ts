import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import pino from 'pino';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { createIntrospection } from './introspection.ts';
import { createTokenVerifier } from './verify-tokens.ts';

const ISSUER = 'https://provider.example';
const AUDIENCE = 'https://api.shop.example';
const NOW = new Date('2026-06-15T10:00:00Z');
const seconds = NOW.getTime() / 1000;
const GOOD = { active: true, sub: 'anna', aud: AUDIENCE, exp: seconds + 600 };

let answer: object = GOOD;
const server = createServer((_request, response) =>
  response.setHeader('content-type', 'application/json').end(JSON.stringify(answer)),
);
beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)));
afterAll(() => new Promise((resolve) => server.close(resolve)));

/** The outcome of a call with a token about which the provider says this. */
async function ask(stated: object): Promise<string> {
  answer = stated;
  const log = pino({ level: 'silent' });
  const clock = () => NOW;
  const introspect = createIntrospection({
    findEndpoint: async () => `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    clientId: 'api',
    clientSecret: 'secret',
    clock,
    log,
  });
  const keys = () => Promise.reject(new Error('opaque tokens have no signature'));
  const { verify } = createTokenVerifier({
    issuer: ISSUER,
    audiences: [AUDIENCE],
    keys,
    clock,
    introspect,
    reportMismatch: () => undefined,
  });
  return verify('an-opaque-token').then(
    () => 'accepted',
    ({ code }) => code,
  );
}

test('an answer that says whose token it is, and that it is for us, is accepted', async () => {
  expect(await ask(GOOD)).toBe('accepted');
  expect(await ask({ ...GOOD, aud: ['https://other.example', AUDIENCE], iss: `${ISSUER}/` })).toBe(
    'accepted',
  );
  expect(await ask({ ...GOOD, exp: seconds - 5 }), 'clocks differ a little').toBe('accepted');
  expect(await ask({ ...GOOD, exp: undefined }), 'asked again in 30 seconds').toBe('accepted');
});

test.each([
  ['no audience', { aud: undefined }, 'token-not-accepted'],
  ['an empty audience', { aud: [] }, 'token-not-accepted'],
  ['another audience', { aud: 'https://other.example' }, 'token-not-accepted'],
  ['another issuer', { iss: 'https://evil.example' }, 'token-not-accepted'],
  ['an expiry in the past', { exp: seconds - 3_600 }, 'unauthenticated'],
  ['a start in the future', { nbf: seconds + 3_600 }, 'unauthenticated'],
  ['no subject', { sub: undefined }, 'unauthenticated'],
  ['an empty subject', { sub: '' }, 'unauthenticated'],
  ['a blank subject', { sub: '  ' }, 'unauthenticated'],
  ['a list of subjects', { sub: ['anna', 'berta'] }, 'unauthenticated'],
  ['a number as subject', { sub: 1 }, 'unauthenticated'],
  ['an endless subject', { sub: 'x'.repeat(10_000) }, 'unauthenticated'],
  ['a refresh token', { token_use: 'refresh_token' }, 'unauthenticated'],
  ['that it is not active', { active: false }, 'unauthenticated'],
  ['that it is active, as a text', { active: 'true' }, 'unavailable'],
  ['an expiry as a text', { exp: 'never' }, 'unavailable'],
])('an answer with %s is refused', async (_what, claims, code) => {
  expect(await ask({ ...GOOD, ...claims })).toBe(code);
});

test('an endpoint that hangs is asked by a few calls, and the others are told at once', async () => {
  let requests = 0;
  const silent = createServer(() => void requests++);
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    silent.closeAllConnections();
    silent.close();
  });
  const introspect = createIntrospection({
    findEndpoint: async () => `http://127.0.0.1:${(silent.address() as AddressInfo).port}/`,
    clientId: 'api',
    clientSecret: 'secret',
    clock: () => NOW,
    log: pino({ level: 'silent' }),
  });
  const codeOf = (token: string) =>
    introspect(token).then(
      () => 'answered',
      ({ code }) => code,
    );
  const first = await Promise.all(['one', 'two', 'three', 'four', 'five'].map(codeOf));
  expect(first).toEqual(Array(5).fill('unavailable'));
  const before = performance.now();
  expect(await Promise.all(['six', 'seven', 'eight'].map(codeOf))).toEqual(Array(3).fill('unavailable'));
  expect(performance.now() - before).toBeLessThan(1_000);
  expect(requests).toBe(5);
}, 20_000);
