import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { networkOf } from '../../../platform/network.ts';
import { receiveMail } from '../mailed-links/receive-mail.fixture.ts';
import { relyingPartyOf } from '../security/passkeys/relying-party.ts';
import { createAuthenticator } from './authenticator.fixture.ts';
import { attributeOn, headingOf } from './browser.fixture.ts';
import { signIn, startIdentity, startSignIn, type TestIdentity } from './identity.fixture.ts';
import {
  callPasskeys,
  enrol,
  newAccount,
  openSignIn,
  optionsOn,
  post,
  tryPasskey,
} from './passkeys.fixture.ts';
import { NETWORK_POLICY } from './sign-in.ts';

let identity: TestIdentity;
beforeAll(async () => {
  identity = await startIdentity({ host: 'localhost' });
});
afterAll(() => identity.stop());
beforeEach(async () => void (await identity.db.deleteFrom('identity_attempts').execute()));

async function withPasskey(kind: Parameters<typeof createAuthenticator>[1] = {}) {
  const account = await newAccount(identity);
  const authenticator = createAuthenticator(identity.publicUrl, kind);
  await enrol(identity, account, authenticator);
  return { account, authenticator };
}
const REFUSED = 'We could not sign you in with this passkey.';
const isSignedIn = ({ url }: { url: string }) => url.includes('/signed-in?code=');

test('a passkey signs in without an address, and counts as two factors if the device verified the user', async () => {
  const { account, authenticator } = await withPasskey();
  const { attempt, done } = await tryPasskey(identity, authenticator);
  const claims = (await attempt.redeem(done)).claims();
  expect(claims?.sub).toBe(account.id);
  expect(claims?.amr).toEqual(['pop', 'user', 'mfa']);
  const { body } = await callPasskeys<{ passkeys: { lastUsedAt: string }[] }>(identity, account, 'GET');
  expect(Date.now() - Date.parse(body.passkeys[0]?.lastUsedAt ?? '')).toBeLessThan(60_000);
});

test('one that did not verify the user is one factor', async () => {
  const { authenticator } = await withPasskey({ isVerifying: false });
  const { attempt, done } = await tryPasskey(identity, authenticator);
  expect((await attempt.redeem(done)).claims()?.amr).toEqual(['pop', 'user']);
});

test('the page asks for any passkey, and is the same for every address', async () => {
  const { account } = await withPasskey();
  const pages = await Promise.all(
    [account.email, 'nobody@example.com'].map((login_hint) => openSignIn(identity, { login_hint })),
  );
  const shapes = pages.map(({ page }) =>
    page.text.replaceAll(/interaction\/[\w-]+|value="[^"]*"|challenge&quot;:&quot;[\w-]+/g, '…'),
  );
  expect(shapes[0]).toBe(shapes[1]);
  const { page } = pages[0] ?? { page: { url: '', status: 0, text: '', headers: new Headers() } };
  expect(optionsOn(page)).toMatchObject({ rpId: 'localhost', userVerification: 'preferred' });
  expect(optionsOn(page)).not.toHaveProperty('allowCredentials');
  expect(page.text).toContain('autocomplete="username webauthn"');
  expect(page.text).toMatch(/<form class="passkey"[^>]* hidden>/);
});

test.each([
  ['another origin', { origin: 'https://evil.example' }],
  ['another host’s RP ID', { rpId: 'evil.example' }],
  ['a challenge that is not ours', { challenge: 'AAAA' }],
  ['a creation in place of an assertion', { type: 'webauthn.create' }],
  ['a signature that is wrong', { isTampered: true }],
  ['another account’s handle', { userHandle: 'AAAA' }],
  ['nobody there', { isPresent: false }],
])('an assertion with %s is refused with the same answer', async (_, lie) => {
  const { authenticator } = await withPasskey();
  const { done } = await tryPasskey(identity, authenticator, lie);
  expect(done.status).toBe(422);
  expect(done.text).toContain(REFUSED);
  expect(isSignedIn((await tryPasskey(identity, authenticator)).done)).toBe(true);
});

test('an assertion works once: not again, not on another page, and one of twenty simultaneous ones', async () => {
  const { authenticator } = await withPasskey();
  const { browser, page } = await openSignIn(identity);
  const credential = authenticator.get(optionsOn(page));
  const elsewhere = await openSignIn(identity);
  expect((await post(elsewhere.browser, elsewhere.page, credential)).status).toBe(422);
  browser.stopAtRedirects();
  const answers = await Promise.all(Array.from({ length: 20 }, () => post(browser, page, credential)));
  const next = answers.filter(({ url }) => url.includes('/oidc/auth/'));
  expect(next).toHaveLength(1);
});

test('a challenge expires after an hour', async () => {
  const { authenticator } = await withPasskey();
  const { browser, page } = await openSignIn(identity);
  const credential = authenticator.get(optionsOn(page));
  identity.clock.now = new Date(Date.now() + 61 * 60_000);
  try {
    expect([410, 422]).toContain((await post(browser, page, credential)).status);
  } finally {
    identity.clock.now = null;
  }
});

test('a counter that goes back is refused, recorded and mailed once; the true device still works', async () => {
  const { account, authenticator } = await withPasskey({ isCounting: true });
  for (let times = 1; times <= 3; times += 1)
    expect(isSignedIn((await tryPasskey(identity, authenticator)).done)).toBe(true);
  for (const counter of [3, 1, 0])
    expect((await tryPasskey(identity, authenticator, { counter })).done.status).toBe(422);
  await receiveMail(identity.db, account.email, /may have been copied/);
  const sent = await identity.db
    .selectFrom('outbox_mails')
    .select('id')
    .where('recipient', '=', account.email)
    .where('subject', 'like', '%copied%')
    .execute();
  expect(sent).toHaveLength(1);
  expect(isSignedIn((await tryPasskey(identity, authenticator)).done)).toBe(true);
});

test('nobody can make a passkey look copied without its key', async () => {
  const { account, authenticator } = await withPasskey({ isCounting: true });
  await tryPasskey(identity, authenticator);
  await tryPasskey(identity, authenticator, { counter: 0, isTampered: true });
  const noted = identity.db.selectFrom('account_events').select('kind').where('account_id', '=', account.id);
  expect((await noted.execute()).map(({ kind }) => kind)).not.toContain('passkey-suspicious');
});

test('a removed passkey is unknown, and its browser may be told; so is that of a deleted account', async () => {
  const { account, authenticator } = await withPasskey();
  await identity.db.deleteFrom('accounts').where('id', '=', account.id).execute();
  const { done } = await tryPasskey(identity, authenticator);
  expect(done.status).toBe(422);
  expect(done.text).toContain(REFUSED);
  expect(attributeOn(done, 'data-unknown')).toBe(authenticator.stored[0]?.id.toString('base64url'));
});

test('a closed account is offered to be kept, and not signed in to', async () => {
  const { account, authenticator } = await withPasskey();
  await identity.db
    .updateTable('accounts')
    .set({ closed_at: new Date() })
    .where('id', '=', account.id)
    .execute();
  const { done } = await tryPasskey(identity, authenticator);
  expect(done.url).toContain('/closed-account');
});

test('an owner whose password is being guessed gets in by a passkey; nonsense counts against the network', async () => {
  const { account, authenticator } = await withPasskey();
  const { browser, page } = await openSignIn(identity);
  for (let times = 1; times <= 6; times += 1)
    await browser.submit(page, { email: account.email, password: 'a wrong password' });
  expect((await browser.submit(page, { email: account.email, password: 'tulips in the rain' })).status).toBe(
    429,
  );
  expect(isSignedIn((await tryPasskey(identity, authenticator)).done)).toBe(true);
  expect((await post(browser, page, '{}')).status).toBe(422);
  for (let times = 1; times < NETWORK_POLICY.freeAttempts; times += 1)
    await identity.throttle.attempt(NETWORK_POLICY, networkOf('127.0.0.1'));
  expect((await post(browser, page, '{}')).status).toBe(429);
});

test('signing in again works with a passkey', async () => {
  const { account, authenticator } = await withPasskey();
  const browser = identity.openBrowser();
  const { tokens } = await signIn(identity, browser, account.email);
  const attempt = await startSignIn(identity, { max_age: '0', login_hint: account.email });
  const page = await browser.open(attempt.url);
  expect(headingOf(page)).toBe('Sign in');
  const done = await post(browser, page, authenticator.get(optionsOn(page)));
  const claims = (await attempt.redeem(done)).claims();
  expect(claims?.sub).toBe(tokens.claims()?.sub);
  expect(claims).toHaveProperty('auth_time');
});

test.each([
  ['https://account.example', 'account.example'],
  ['http://localhost:3000', 'localhost'],
  ['http://account.example', undefined],
  ['https://192.0.2.1', undefined],
  ['http://127.0.0.1:3000', undefined],
  ['https://[2001:db8::1]', undefined],
])('passkeys of %s belong to %s', (publicUrl, id) => {
  expect(relyingPartyOf(publicUrl)?.id).toBe(id);
});
