import { createHash, randomUUID } from 'node:crypto';
import { endpoint, RECENT_SIGN_IN_SECONDS } from '@keepsake/contracts/platform/endpoint';
import {
  type CryptoKey,
  createLocalJWKSet,
  exportJWK,
  exportSPKI,
  generateKeyPair,
  type JWK,
  type JWTHeaderParameters,
  type JWTPayload,
  SignJWT,
} from 'jose';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newCustomerId } from '../testing/customer-ids.ts';
import { startWorld } from '../testing/start-world.ts';
import type { Principal } from './auth.ts';
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
  const authorization = `Bearer ${await world.tokenFor(newCustomerId(), claims)}`;
  return fetch(`${world.address}/api/accounts/secure`, { method: 'POST', headers: { authorization } });
}

test('calls that secure an account need a sign-in within the last five minutes [IDN-11]', async () => {
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
  expect((await secure({ auth_time: ago(-3_600) })).status).toBe(401);
});

const ISSUER = 'https://provider.example';
const ACCESS_TOKEN = 'an.access.token';
const customerId = newCustomerId();
const SESSION = 'session-1';
/** The holder of an access token issued a minute ago, which does not say when the customer signed in. */
const caller = testPrincipal({ customerId, sessionId: SESSION, issuedAt: ago(60) });
const hashOf = (token: string) =>
  createHash('sha256').update(token).digest().subarray(0, 16).toString('base64url');
const at_hash = hashOf(ACCESS_TOKEN);

type Given = {
  kid?: string;
  key?: CryptoKey | Uint8Array;
  header?: Partial<JWTHeaderParameters>;
  as?: Principal;
};

/** A provider whose access tokens lack the time of sign-in, and the check of its ID tokens. */
async function externalProvider() {
  const keys = new Map<string, CryptoKey>();
  const published: JWK[] = [];
  async function rotate(kid: string) {
    const { publicKey, privateKey } = await generateKeyPair('ES256', { extractable: true });
    keys.set(kid, privateKey);
    published.splice(0, published.length, { ...(await exportJWK(publicKey)), kid, alg: 'ES256' });
    return publicKey;
  }
  const publicKey = await rotate('first');
  const check = createRecentSignInCheck({
    issuer: ISSUER,
    clientId: 'web',
    keys: (...requested) => createLocalJWKSet({ keys: published })(...requested),
    clock: systemClock,
  });
  const claimsOf = (more: JWTPayload) => ({
    iss: ISSUER,
    aud: 'web',
    sub: customerId,
    iat: ago(60),
    exp: ago(-300),
    auth_time: ago(70),
    ...more,
  });
  function send(token: string, as = caller) {
    const headers = { authorization: `Bearer ${ACCESS_TOKEN}`, 'x-id-token': token };
    return check(as, { headers }).then(
      () => 'accepted',
      ({ code }) => code,
    );
  }
  async function ask(claims: JWTPayload, { kid = 'first', key = keys.get(kid), header, as }: Given = {}) {
    const token = new SignJWT(claimsOf(claims)).setProtectedHeader({ alg: 'ES256', kid, ...header });
    return send(await token.sign(key ?? new Uint8Array()), as);
  }
  const unsigned = (claims: JWTPayload) => {
    const text = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');
    return send(`${text({ alg: 'none' })}.${text(claimsOf(claims))}.`);
  };
  return { ask, unsigned, rotate, publicKey };
}

test('an external provider’s ID token proves it by the hash of the access token', async () => {
  const { ask } = await externalProvider();
  expect(await ask({ at_hash })).toBe('accepted');
  expect(await ask({ at_hash, sid: 'session-2' }, { as: { ...caller, issuedAt: null } })).toBe('accepted');
  expect(await ask({ at_hash, aud: ['web'], azp: 'web' })).toBe('accepted');
});

test('one without a hash proves it for an access token of its session that was issued since the sign-in', async () => {
  const { ask } = await externalProvider();
  expect(await ask({ sid: SESSION })).toBe('accepted');
  expect(await ask({ sid: SESSION, auth_time: caller.issuedAt ?? 0 })).toBe('accepted');
});

const OLD = ago(RECENT_SIGN_IN_SECONDS + 5);
test.each<[string, JWTPayload, Partial<Principal>?]>([
  ['names no session', {}],
  ['is of another session', { sid: 'session-2' }],
  ['is of a session, and the access token of none', { sid: SESSION }, { sessionId: null }],
  ['has a list for a session', { sid: [SESSION] }],
  ['is of a sign-in after the access token was issued', { sid: SESSION, auth_time: ago(10) }],
  ['belongs to an access token without a time of issue', { sid: SESSION }, { issuedAt: null }],
  ['is of another subject', { sid: SESSION, sub: randomUUID() }],
  ['is for another audience', { sid: SESSION, aud: 'another-app' }],
  ['is of a sign-in in the future', { sid: SESSION, auth_time: ago(-600) }],
  ['is of an old sign-in', { sid: SESSION, auth_time: OLD }],
])('an ID token without a hash proves nothing if it %s', async (_what, claims, of = {}) => {
  const { ask } = await externalProvider();
  expect(await ask(claims, { as: { ...caller, ...of } })).toBe('recent-sign-in-required');
});

test.each<[string, JWTPayload, Given?]>([
  ['names another access token, and this session', { sid: SESSION, at_hash: hashOf('another.token') }],
  ['has an empty hash', { sid: SESSION, at_hash: '' }],
  ['is of an old sign-in', { at_hash, auth_time: OLD }],
  ['is of a sign-in in the future', { at_hash, auth_time: ago(-600) }],
  ['has no time of sign-in', { at_hash, auth_time: undefined }],
  ['has a text for a time of sign-in', { at_hash, auth_time: String(ago(10)) }],
  ['is of another subject', { at_hash, sub: randomUUID() }],
  ['is of nobody', { at_hash, sub: '' }],
  ['is of a list of subjects', { at_hash, sub: [customerId] as unknown as string }],
  ['is for another audience', { at_hash, aud: 'another-app' }],
  [
    'is for several clients and does not say to which it was issued',
    { at_hash, aud: ['web', 'another-app'] },
  ],
  ['was issued to another client', { at_hash, aud: ['web', 'another-app'], azp: 'another-app' }],
  ['was issued to two clients', { at_hash, aud: ['web', 'another-app'], azp: ['web', 'another-app'] }],
  ['is of another issuer', { at_hash, iss: 'https://evil.example' }],
  ['has expired', { at_hash, exp: ago(60) }],
  ['is an access token', { at_hash }, { header: { typ: 'at+jwt' } }],
  ['is a logout token', { at_hash, events: {} }],
  ['is signed with an unknown key', { at_hash }, { kid: 'first', header: { kid: 'unknown' } }],
])('an ID token proves nothing if it %s', async (_what, claims, given) => {
  const { ask } = await externalProvider();
  expect(await ask(claims, given)).toBe('recent-sign-in-required');
});

test('an ID token without a signature, or signed with what anybody can know, proves nothing', async () => {
  const { ask, unsigned, publicKey } = await externalProvider();
  expect(await unsigned({ at_hash })).toBe('recent-sign-in-required');
  const existing = new TextEncoder().encode(await exportSPKI(publicKey));
  expect(await ask({ at_hash }, { key: existing, header: { alg: 'HS256' } })).toBe('recent-sign-in-required');
  const { privateKey } = await generateKeyPair('ES256');
  expect(await ask({ at_hash }, { key: privateKey })).toBe('recent-sign-in-required');
});

test('after the provider has changed its keys, those of the new one count and those of the old one no longer', async () => {
  const { ask, rotate } = await externalProvider();
  await rotate('second');
  expect(await ask({ at_hash }, { kid: 'second' })).toBe('accepted');
  expect(await ask({ at_hash }, { kid: 'first' })).toBe('recent-sign-in-required');
});

test('an ID token that is sent again counts for its own access token only, and for five minutes', async () => {
  const { ask } = await externalProvider();
  expect([await ask({ at_hash }), await ask({ at_hash })]).toEqual(['accepted', 'accepted']);
  const later = { ...caller, issuedAt: ago(0), sessionId: 'session-2' };
  expect(await ask({ sid: SESSION }, { as: later })).toBe('recent-sign-in-required');
});
