import { createHash, randomUUID } from 'node:crypto';
import { endpoint, RECENT_SIGN_IN_SECONDS } from '@keepsake/contracts';
import { generateKeyPair, type JWTPayload, SignJWT } from 'jose';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startWorld } from '../testing/start-world.ts';
import { systemClock } from './clock.ts';
import { route } from './http/route.ts';
import { createRecentSignInCheck } from './recent-sign-in.ts';
import { testPrincipal } from './testing/test-principal.ts';

const secureAccount = endpoint({
  name: 'secureAccount',
  service: 'accounts',
  method: 'POST',
  path: '/secure',
  recentSignIn: true,
});

let world: Awaited<ReturnType<typeof startWorld>>;
beforeAll(async () => {
  world = await startWorld({ modules: () => [{ routes: [route(secureAccount, async () => {})] }] });
});
afterAll(() => world.stop());

const ago = (seconds: number) => Math.floor(Date.now() / 1000) - seconds;

async function secure(claims: JWTPayload) {
  const authorization = `Bearer ${await world.tokenFor(randomUUID(), claims)}`;
  return fetch(`${world.address}/api/accounts/secure`, { method: 'POST', headers: { authorization } });
}

test('[IDN-11] calls that secure an account need a sign-in within the last five minutes', async () => {
  expect((await secure({ auth_time: ago(RECENT_SIGN_IN_SECONDS - 5) })).status).toBe(204);
  const refused = await secure({ auth_time: ago(RECENT_SIGN_IN_SECONDS + 5) });
  expect(refused.status).toBe(401);
  expect(await refused.json()).toMatchObject({ code: 'recent-sign-in-required' });
  expect(refused.headers.get('www-authenticate')).toMatch(
    /^Bearer error="insufficient_user_authentication",.* max_age="300"$/,
  );
});

test('a token without the time of sign-in is refused', async () => {
  expect((await secure({ auth_time: undefined })).status).toBe(401);
  expect((await secure({ auth_time: 'now' as unknown as number })).status).toBe(401);
});

const ISSUER = 'https://provider.example';
const ACCESS_TOKEN = 'an.access.token';
const customerId = randomUUID();
const caller = testPrincipal({ customerId, email: 'anna@example.com', sessionId: 'session-1' });
const hashOf = (token: string) =>
  createHash('sha256').update(token).digest().subarray(0, 16).toString('base64url');

/** A provider whose access tokens lack the time of sign-in, and the check of its ID tokens. */
async function externalProvider() {
  const { publicKey, privateKey } = await generateKeyPair('ES256');
  const clock = systemClock;
  const check = createRecentSignInCheck({
    issuer: ISSUER,
    clientId: 'web',
    keys: async () => publicKey,
    clock,
  });
  return async (claims: JWTPayload, { key = privateKey, audience = 'web' } = {}) => {
    const token = await new SignJWT({ sub: customerId, auth_time: ago(10), ...claims })
      .setProtectedHeader({ alg: 'ES256' })
      .setIssuer(ISSUER)
      .setAudience(audience)
      .setExpirationTime('5m')
      .sign(key);
    const headers = { authorization: `Bearer ${ACCESS_TOKEN}`, 'x-id-token': token };
    return check(caller, { headers }).then(
      () => 'accepted',
      ({ code }) => code,
    );
  };
}

test('an external provider’s ID token proves it, by the hash of the access token, or by its session without one', async () => {
  const ask = await externalProvider();
  expect(await ask({ at_hash: hashOf(ACCESS_TOKEN) })).toBe('accepted');
  expect(await ask({ sid: 'session-1' })).toBe('accepted');
});

test('an ID token that is stale, foreign, unbound or invalid proves nothing', async () => {
  const ask = await externalProvider();
  const { privateKey: foreignKey } = await generateKeyPair('ES256');
  const at_hash = hashOf(ACCESS_TOKEN);
  const answers = [
    await ask({ at_hash, auth_time: ago(RECENT_SIGN_IN_SECONDS + 5) }),
    await ask({ at_hash, auth_time: undefined }),
    await ask({}),
    await ask({ sid: 'session-2' }),
    await ask({ sid: 'session-1', at_hash: hashOf('another.token') }),
    await ask({ at_hash, sub: randomUUID() }),
    await ask({ at_hash, sub: '' }),
    await ask({ at_hash, sub: [customerId] as unknown as string }),
    await ask({ at_hash }, { audience: 'another-app' }),
    await ask({ at_hash }, { key: foreignKey }),
  ];
  expect(new Set(answers)).toEqual(new Set(['recent-sign-in-required']));
});
