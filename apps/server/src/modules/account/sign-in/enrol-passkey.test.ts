import { MAX_PASSKEYS, type Passkey } from '@keepsake/contracts/account/passkeys';
import type { PublicKeyCredentialCreationOptionsJSON as CreationOptions } from '@simplewebauthn/server';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { receiveMail } from '../mailed-links/receive-mail.fixture.ts';
import { createAuthenticator } from './authenticator.fixture.ts';
import { headingOf } from './browser.fixture.ts';
import { PASSWORD, signIn, startIdentity, startSignIn, type TestIdentity } from './identity.fixture.ts';
import {
  callPasskeys,
  enrol,
  newAccount,
  openNewPasskey,
  optionsOn,
  post,
  tryPasskey,
} from './passkeys.fixture.ts';

let identity: TestIdentity;
beforeAll(async () => {
  identity = await startIdentity({ host: 'localhost' });
});
afterAll(() => identity.stop());

const list = async (account: Awaited<ReturnType<typeof newAccount>>) =>
  (await callPasskeys<{ passkeys: Passkey[]; canAdd: boolean }>(identity, account, 'GET')).body;
const creationOn = (page: Parameters<typeof optionsOn>[0]) => optionsOn<CreationOptions>(page);

test('a passkey is created on the provider’s host after signing in, named by its keeper, and announced by mail', async () => {
  const mia = await newAccount(identity);
  const { browser, page, attempt } = await openNewPasskey(identity, mia);
  const options = creationOn(page);
  expect(options).toMatchObject({
    rp: { id: 'localhost', name: 'Pennyfern' },
    user: { name: mia.email, displayName: 'Mia' },
    authenticatorSelection: { residentKey: 'required', userVerification: 'preferred' },
    attestation: 'none',
    excludeCredentials: [],
  });
  expect(Buffer.from(options.user.id, 'base64url')).toHaveLength(32);
  const authenticator = createAuthenticator(identity.publicUrl, {
    aaguid: 'bada5566-a7aa-401f-bd96-45619a55120d',
  });
  const back = await post(browser, page, authenticator.create(options));
  expect((await attempt.redeem(back)).claims()?.sub).toBe(mia.id);
  const { passkeys, canAdd } = await list(mia);
  expect(canAdd).toBe(true);
  expect(passkeys).toMatchObject([{ name: '1Password', isBackedUp: true, lastUsedAt: null }]);
  const { text_body } = await receiveMail(identity.db, mia.email, /passkey has been added/);
  expect(text_body).toContain('If this was not you');
});

test('all passkeys of an account share one handle, another account has another, and a device creates no second one', async () => {
  const [mia, noah] = [await newAccount(identity), await newAccount(identity)];
  const authenticator = createAuthenticator(identity.publicUrl);
  await enrol(identity, mia, authenticator);
  const repeated = creationOn((await openNewPasskey(identity, mia)).page);
  expect(repeated.user.id).toBe(authenticator.stored[0]?.handle);
  expect(() => authenticator.create(repeated)).toThrow('InvalidStateError');
  expect(creationOn((await openNewPasskey(identity, noah)).page).user.id).not.toBe(repeated.user.id);
});

test.each(['ES256', 'EdDSA', 'RS256'] as const)(
  'a key of %s is accepted, and opens the account',
  async (algorithm) => {
    const mia = await newAccount(identity);
    const authenticator = createAuthenticator(identity.publicUrl, { algorithm });
    await enrol(identity, mia, authenticator);
    expect((await tryPasskey(identity, authenticator)).done.url).toContain('/signed-in?code=');
  },
);

test('without a sign-in the page asks for one first; an old one has to be repeated', async () => {
  const mia = await newAccount(identity);
  const browser = identity.openBrowser();
  const first = await browser.open((await startSignIn(identity, { prompt: 'create_passkey' })).url);
  expect(headingOf(first)).toBe('Sign in');
  const page = await browser.submit(first, { email: mia.email, password: PASSWORD });
  expect(headingOf(page)).toBe('Create a passkey');
  await identity.db
    .updateTable('accounts')
    .set({ password_changed_at: new Date(0) })
    .where('id', '=', mia.id)
    .execute();
  await identity.db
    .updateTable('oidc_payloads')
    .set((eb) => ({
      payload: eb.fn('jsonb_set', [
        'payload',
        eb.val('{loginTs}'),
        eb.val(String(Math.floor(Date.now() / 1000) - 301)),
      ]),
    }))
    .where('model', '=', 'Session')
    .where('account_id', '=', mia.id)
    .execute();
  const later = await browser.open((await startSignIn(identity, { prompt: 'create_passkey' })).url);
  expect(headingOf(later)).toBe('Sign in');
});

test('the app’s customer must be the provider’s: another has to sign in as the former', async () => {
  const [mia, noah] = [await newAccount(identity), await newAccount(identity)];
  const browser = identity.openBrowser();
  const { tokens } = await signIn(identity, browser, mia.email);
  const other = identity.openBrowser();
  await signIn(identity, other, noah.email);
  const requested = { prompt: 'create_passkey', id_token_hint: tokens.id_token ?? '', login_hint: mia.email };
  expect(headingOf(await browser.open((await startSignIn(identity, requested)).url))).toBe(
    'Create a passkey',
  );
  const page = await other.open((await startSignIn(identity, requested)).url);
  expect(headingOf(page)).toBe('Sign in');
  expect(page.text).toContain(`Sign in as ${mia.email} to continue.`);
});

test('‘not now’ leads back without one; after signing out nothing is created', async () => {
  const mia = await newAccount(identity);
  const { browser, page } = await openNewPasskey(identity, mia);
  const left = await browser.post(page.url, { answer: 'leave' });
  expect(left.url).toContain('/signed-in?code=');
  const second = await openNewPasskey(identity, mia);
  const credential = createAuthenticator(identity.publicUrl).create(creationOn(second.page));
  await identity.db
    .deleteFrom('oidc_payloads')
    .where('model', '=', 'Session')
    .where('account_id', '=', mia.id)
    .execute();
  expect((await post(second.browser, second.page, credential)).status).toBe(410);
  expect((await list(mia)).passkeys).toEqual([]);
});

test.each([
  ['another origin', { origin: 'https://evil.example' }],
  ['another host', { rpId: 'evil.example' }],
  ['a challenge that is not ours', { challenge: 'AAAA' }],
  ['an assertion in place of a creation', { type: 'webauthn.get' }],
  ['nobody there', { isPresent: false }],
])('a credential with %s is refused, and the page says so', async (_, lie) => {
  const mia = await newAccount(identity);
  const { browser, page } = await openNewPasskey(identity, mia);
  const refused = await post(
    browser,
    page,
    createAuthenticator(identity.publicUrl).create(creationOn(page), lie),
  );
  expect(refused.status).toBe(422);
  expect(refused.text).toContain('No passkey was created. Please try again.');
  expect((await list(mia)).passkeys).toEqual([]);
});

test.each([
  ['', 422],
  ['{', 422],
  ['[]', 422],
  ['{"id":1}', 422],
  [`{"id":"${'A'.repeat(9_000)}"}`, 422],
  ['\u0000', 400],
])('nonsense in place of a credential is refused (%#)', async (nonsense, status) => {
  const { browser, page } = await openNewPasskey(identity, await newAccount(identity));
  expect((await post(browser, page, nonsense)).status).toBe(status);
});

test('a credential works once, and only for the account whose page asked for it', async () => {
  const [mia, noah] = [await newAccount(identity), await newAccount(identity)];
  const [first, second] = [await openNewPasskey(identity, mia), await openNewPasskey(identity, noah)];
  const credential = createAuthenticator(identity.publicUrl).create(creationOn(first.page));
  const answers = await Promise.all([1, 2, 3].map(() => post(first.browser, first.page, credential)));
  expect(answers.filter(({ url }) => url.includes('/signed-in?code='))).toHaveLength(1);
  expect((await post(second.browser, second.page, credential)).status).toBe(422);
  expect((await list(mia)).passkeys).toHaveLength(1);
  expect((await list(noah)).passkeys).toEqual([]);
});

test('ten are the maximum, also when two are created simultaneously', async () => {
  const mia = await newAccount(identity);
  for (let n = 1; n < MAX_PASSKEYS; n += 1)
    await enrol(identity, mia, createAuthenticator(identity.publicUrl));
  const two = [await openNewPasskey(identity, mia), await openNewPasskey(identity, mia)];
  const answers = await Promise.all(
    two.map(({ browser, page }) =>
      post(browser, page, createAuthenticator(identity.publicUrl).create(creationOn(page))),
    ),
  );
  expect(answers.filter(({ url }) => url.includes('/signed-in?code='))).toHaveLength(1);
  expect(answers.find(({ url }) => !url.includes('/signed-in'))?.text).toContain(
    'reached the limit of passkeys',
  );
  expect((await list(mia)).passkeys).toHaveLength(MAX_PASSKEYS);
});

test('a passkey is renamed and removed, twice is no error, and an unreadable name is refused', async () => {
  const [mia, noah] = [await newAccount(identity), await newAccount(identity)];
  const authenticator = createAuthenticator(identity.publicUrl);
  await enrol(identity, mia, authenticator);
  const [passkey] = (await list(mia)).passkeys;
  const rest = `/${passkey?.id}`;
  const rename = (name: unknown) => callPasskeys(identity, mia, 'PATCH', { rest, body: { name } });
  expect((await rename('  My   phone ')).status).toBe(204);
  for (const name of ['', '   ', '\u0000', 'x'.repeat(61), 7]) expect((await rename(name)).status).toBe(400);
  expect((await list(mia)).passkeys).toMatchObject([{ name: 'My phone' }]);
  const other = await callPasskeys(identity, noah, 'PATCH', { rest, body: { name: 'mine' } });
  expect(other.status).toBe(404);
  expect((await callPasskeys(identity, noah, 'DELETE', { rest })).status).toBe(204);
  for (let press = 1; press <= 2; press += 1)
    expect((await callPasskeys(identity, mia, 'DELETE', { rest })).status).toBe(204);
  expect((await list(mia)).passkeys).toEqual([]);
  await receiveMail(identity.db, mia.email, /passkey has been removed/);
  expect((await tryPasskey(identity, authenticator)).done.status).toBe(422);
});
