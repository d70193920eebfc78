import { decodeJwt, decodeProtectedHeader, exportJWK, generateKeyPair, importJWK, SignJWT } from 'jose';
import * as client from 'openid-client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTokenVerifier } from '../../../platform/tokens/verify-tokens.ts';
import { signIn, startIdentity, startSignIn, type TestIdentity } from '../sign-in/identity.fixture.ts';

let identity: TestIdentity;
let tokens: Awaited<ReturnType<typeof signIn>>['tokens'];
beforeAll(async () => {
  identity = await startIdentity();
  await identity.addAccount('anna@example.com');
  ({ tokens } = await signIn(identity, identity.openBrowser(), 'anna@example.com'));
});
afterAll(() => identity.stop());

const refused = { code: 'unauthenticated' };
const seconds = () => Math.floor(Date.now() / 1000);

/** The content of a valid access token, changed and signed again with the provider's own key. */
async function forge(claims: object, header: object = {}): Promise<string> {
  const secret = await identity.secrets.read('oidc-jwks', () =>
    Promise.reject(new Error('there is one already')),
  );
  const { keys } = JSON.parse(secret) as { keys: [Parameters<typeof importJWK>[0]] };
  const payload = { ...decodeJwt(tokens.access_token), ...claims };
  const protectedHeader = { ...decodeProtectedHeader(tokens.access_token), alg: 'ES256', ...header };
  return new SignJWT(payload).setProtectedHeader(protectedHeader).sign(await importJWK(keys[0], 'ES256'));
}

const verify = (token: string) => identity.verifier.verify(token);

test('the API gets the customer from an access token [IDN-02]', async () => {
  const [account] = identity.confirmed;
  expect(await verify(tokens.access_token)).toMatchObject({
    customerId: account?.id,
    email: 'anna@example.com',
    name: 'Anna',
    identityType: 'consumer',
    b2bAuthenticationMethod: null,
    sessionId: tokens.claims()?.sid,
  });
  await expect(verify(await forge({}))).resolves.toHaveProperty('customerId', account?.id);
});

test('access tokens say when the customer signed in, and renewed ones do not say later [IDN-11]', async () => {
  const browser = identity.openBrowser();
  const requested = { scope: 'openid email profile offline_access' };
  const { config, tokens: first } = await signIn(identity, browser, 'anna@example.com', requested);
  const { signedInAt } = await verify(first.access_token);
  expect(Math.abs((signedInAt ?? 0) - seconds())).toBeLessThan(30);
  const renewed = await client.refreshTokenGrant(config, first.refresh_token ?? '');
  expect(await verify(renewed.access_token)).toMatchObject({ signedInAt });
});

test('a customer known to the provider is asked for the password again where a new sign-in is needed [IDN-11]', async () => {
  const browser = identity.openBrowser();
  await signIn(identity, browser, 'anna@example.com');
  const hint = { max_age: '0', login_hint: 'anna@example.com' };
  const attempt = await startSignIn(identity, hint);
  const page = await browser.open(attempt.url);
  expect(page.text).toContain('type="password"');
  expect(page.text).toContain('value="anna@example.com"');
  const { tokens: second } = await signIn(identity, browser, 'anna@example.com', hint);
  expect(second.claims()?.auth_time).toBeDefined();
});

test('so is one at a brand’s host, whose app also requests a refresh token [IDN-11]', async () => {
  const browser = identity.openBrowser();
  const requested = { scope: 'openid email profile offline_access' };
  await signIn(identity, browser, 'anna@example.com', requested);
  const { tokens: second } = await signIn(identity, browser, 'anna@example.com', {
    ...requested,
    max_age: '0',
  });
  expect(second.refresh_token).toBeDefined();
  expect((await verify(second.access_token)).signedInAt).toBe(second.claims()?.auth_time);
});

test('pages get the addresses of the provider’s own discovery document', async () => {
  const document = await (await fetch(`${identity.issuer}/.well-known/openid-configuration`)).json();
  expect(document).toMatchObject(identity.metadata());
});

test('refuses an ID token as an access token', async () => {
  await expect(verify(tokens.id_token ?? '')).rejects.toMatchObject(refused);
});

test.each([
  ['another audience', () => forge({ aud: 'urn:other:api' })],
  ['no audience', () => forge({ aud: undefined })],
  ['another issuer', () => forge({ iss: 'https://evil.example/oidc' })],
  ['an expired token', () => forge({ exp: seconds() - 120 })],
  ['no expiry', () => forge({ exp: undefined })],
  ['no subject', () => forge({ sub: undefined })],
  ['a token of the future', () => forge({ nbf: seconds() + 600 })],
  ['an unknown key', () => forge({}, { kid: 'unknown' })],
  ['another type', () => forge({}, { typ: 'JWT' })],
  ['an ended session', () => forge({ sid: 'ended' })],
  ['a changed content', async () => tamper(tokens.access_token)],
  ['no signature', async () => unsigned(tokens.access_token)],
  ['a key of somebody else’s', () => signedBySomebody(tokens.access_token)],
  ['a symmetric signature with the public key', () => signedWithPublicKey(tokens.access_token)],
  ['nonsense', async () => 'a.b.c'],
])('refuses %s', async (_what, make) => {
  await expect(make().then(verify)).rejects.toMatchObject(refused);
});

const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

function tamper(token: string): string {
  const [header, , signature] = token.split('.');
  return [
    header,
    encode({ ...decodeJwt(token), sub: '00000000-0000-7000-8000-000000000000' }),
    signature,
  ].join('.');
}

function unsigned(token: string): string {
  return [encode({ alg: 'none', typ: 'at+jwt' }), encode(decodeJwt(token)), ''].join('.');
}

async function signedBySomebody(token: string): Promise<string> {
  const { privateKey, publicKey } = await generateKeyPair('ES256');
  const header = { ...decodeProtectedHeader(token), alg: 'ES256', jwk: await exportJWK(publicKey) };
  return new SignJWT(decodeJwt(token)).setProtectedHeader(header).sign(privateKey);
}

async function signedWithPublicKey(token: string): Promise<string> {
  const jwks = await (await fetch(`${identity.issuer}/jwks`)).text();
  const header = { ...decodeProtectedHeader(token), alg: 'HS256' };
  return new SignJWT(decodeJwt(token)).setProtectedHeader(header).sign(Buffer.from(jwks));
}

test('publishes no private part of its keys', async () => {
  const answer = await fetch(`${identity.issuer}/jwks`);
  const { keys } = (await answer.json()) as { keys: Record<string, unknown>[] };
  expect(keys).toHaveLength(1);
  expect(keys[0]).not.toHaveProperty('d');
});

test('keys and sessions outlive the process: a second node accepts the tokens of the first', async () => {
  const { createIdentity } = await import('../../../wings/identity.ts');
  const { db, publicUrl, issuer } = identity;
  const unused = () => Promise.reject(new Error('not used here'));
  const { createMailedLinks } = await import('../mailed-links/index.ts');
  const node = await createIdentity({
    ...identity,
    ...(await createMailedLinks({ ...identity, clock: () => new Date() })),
    db,
    publicUrl,
    brandOrigins: [],
    clientId: 'keepsake-web',
    accessTokenSeconds: 600,
    audience: 'urn:keepsake:api',
    clock: () => new Date(),
    log: identity.log,
    onAccountChanged: unused,
  });
  const { keys, isRevoked } = node;
  const verifier = createTokenVerifier({
    issuer,
    audiences: ['urn:keepsake:api'],
    keys,
    isEnded: async ({ sessionId }) => isRevoked(String(sessionId)),
    clock: () => new Date(),
  });
  await expect(verifier.verify(tokens.access_token)).resolves.toHaveProperty('email', 'anna@example.com');
});

test('a token verified while its session ends is not cached', async () => {
  const { issuer, keys, isRevoked } = identity;
  const sid = String(tokens.claims()?.sid);
  let requested = 0;
  const verifier = createTokenVerifier({
    issuer,
    audiences: ['urn:keepsake:api'],
    keys,
    clock: () => new Date(),
    // The revocation arrives after an answer from before it.
    async isEnded({ sessionId }) {
      if (requested++ > 0) return true;
      const answer = await isRevoked(String(sessionId));
      verifier.drop({ sessionId: sid });
      return answer;
    },
  });
  await expect(verifier.verify(tokens.access_token)).resolves.toHaveProperty('sessionId', sid);
  await expect(verifier.verify(tokens.access_token)).rejects.toMatchObject(refused);
});
