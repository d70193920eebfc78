import { randomUUID } from 'node:crypto';
import type { Enrolment } from '@keepsake/contracts/account/second-factor';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { receiveMail } from '../modules/account/mailed-links/receive-mail.fixture.ts';
import { codeOf } from '../modules/account/security/second-factor.fixture.ts';
import { createAuthenticator } from '../modules/account/sign-in/authenticator.fixture.ts';
import { headingOf, linkOn, openBrowser, type Page } from '../modules/account/sign-in/browser.fixture.ts';
import { PASSWORD, signIn, startSignIn } from '../modules/account/sign-in/identity.fixture.ts';
import { enrol, openSignIn, optionsOn, post } from '../modules/account/sign-in/passkeys.fixture.ts';
import { freePort } from '../testing/free-port.ts';
import { type Installation, startInstallation } from '../testing/start-installation.ts';

/** The whole journey of customers who lost their mailbox, with tokens of real sign-ins, on a whole node. */
let installation: Installation;
let provider: { publicUrl: string; issuer: string; openBrowser: () => ReturnType<typeof openBrowser> };
beforeAll(async () => {
  const PORT = String(await freePort());
  const publicUrl = `http://localhost:${PORT}`;
  provider = { publicUrl, issuer: `${publicUrl}/oidc`, openBrowser: () => openBrowser(publicUrl) };
  installation = await startInstallation({ identity: 'embedded', env: { PORT, PUBLIC_URL: publicUrl } });
});
afterAll(() => installation.stop());

const node = () => installation.nodes[0] as Installation['nodes'][number];
const db = () => node().connection.db;
const newAddress = () => `mia.${randomUUID().slice(0, 8)}@example.com`;

async function newAccount() {
  const account = await node().identity?.createAccount({
    email: newAddress(),
    name: 'Mia',
    password: PASSWORD,
    channel: 'pennyfern',
    locale: 'en-GB',
    identityType: 'consumer',
  });
  if (!account) throw new Error('There is no embedded provider');
  return account;
}
type Account = Awaited<ReturnType<typeof newAccount>>;

/** A call of the customer with the token of a sign-in. */
async function call<Body>({ id }: Account, token: string, method: string, path: string, body?: object) {
  const answer = await fetch(`${provider.publicUrl}/api/identity/v2/identities/consumer/${id}/${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  return { status: answer.status, body: (text && JSON.parse(text)) as Body };
}

/** Turns on two-step sign-in in the settings; the authenticator app is lost right after that. */
async function turnOn(account: Account): Promise<string[]> {
  const { access_token: token } = (await signIn(provider, provider.openBrowser(), account.email)).tokens;
  const { secret } = (await call<Enrolment>(account, token, 'POST', 'second-factor/actions/begin')).body;
  const code = codeOf(secret, new Date(), -1);
  const path = 'second-factor/actions/confirm';
  return (await call<{ recoveryCodes: string[] }>(account, token, 'POST', path, { code })).body.recoveryCodes;
}

/** Signs in with the password and a recovery code, in an unknown browser. */
async function signInByRecoveryCode(email: string, code: string) {
  const attempt = await startSignIn(provider);
  const browser = provider.openBrowser();
  const requested = await browser.submit(await browser.open(attempt.url), { email, password: PASSWORD });
  const page = await browser.open(linkOn(requested, 'Use a recovery code'));
  return attempt.redeem(await browser.submit(page, { code }));
}

async function signInByPasskey(authenticator: ReturnType<typeof createAuthenticator>) {
  const { browser, attempt, page } = await openSignIn(provider);
  return attempt.redeem(await post(browser, page, authenticator.get(optionsOn(page))));
}

/** The status with which the page answers a passkey that is no longer registered. */
async function passkeyStatus(authenticator: ReturnType<typeof createAuthenticator>): Promise<number> {
  const { browser, page } = await openSignIn(provider);
  return (await post(browser, page, authenticator.get(optionsOn(page)))).status;
}

/** Changes the address by the mail to the new one; nobody reads the mail to the old one. */
async function moveTo(account: Account, token: string): Promise<string> {
  const email = newAddress();
  const requested = await call(account, token, 'POST', 'emailchanges', { email, channel: 'pennyfern' });
  expect(requested.status).toBe(200);
  const { link } = await receiveMail(db(), email, /Confirm your new email address/);
  const confirmation = new URL(link).searchParams.get('confirmation-token');
  const path = `emailchanges/${confirmation}/actions/confirm`;
  expect((await call(account, token, 'POST', path)).status).toBe(204);
  await expect.poll(async () => (await call(account, token, 'GET', 'emailchanges')).status).toBe(401);
  return email;
}

/** The holder of the old mailbox takes the account back by its link, and sets a password there. */
async function undo({ email }: Account): Promise<void> {
  const { link } = await receiveMail(db(), email, /Your email address has been changed/);
  const token = new URL(link).searchParams.get('confirmation-token');
  const path = `/api/identity/v2/emailchanges/${token}/actions/undo`;
  expect((await fetch(provider.publicUrl + path, { method: 'POST' })).status).toBe(200);
  const reset = await receiveMail(db(), email, /Set a new password/);
  const browser = provider.openBrowser();
  await browser.submit(await browser.open(reset.link), { password: 'a heron by the weir' });
}

async function firstStepOf(email: string, password: string): Promise<Page> {
  const browser = provider.openBrowser();
  return browser.submit(await browser.open((await startSignIn(provider)).url), { email, password });
}

test('with the password and a recovery code, without mailbox and phone, the account moves to a new address [IDN-11, IDN-12]', async () => {
  const account = await newAccount();
  const [first = '', second = ''] = await turnOn(account);
  const tokens = await signInByRecoveryCode(account.email, first);
  expect(tokens.claims()?.sub).toBe(account.id);
  const email = await moveTo(account, tokens.access_token);
  const repeated = await signInByRecoveryCode(email, second);
  expect(repeated.claims()?.sub).toBe(account.id);
  expect((await call(account, repeated.access_token, 'GET', 'second-factor')).body).toMatchObject({
    recoveryCodesLeft: 8,
  });
  // From then on the codes protect the account, and the old address gives no access.
  expect((await firstStepOf(account.email, PASSWORD)).status).toBe(422);
  expect((await call(account, repeated.access_token, 'DELETE', 'second-factor')).status).toBe(204);
  expect((await firstStepOf(email, PASSWORD)).url).toContain('/signed-in?code=');
});

test('with a passkey alone, without mailbox and password, the account moves to a new address [IDN-11, IDN-12]', async () => {
  const account = await newAccount();
  const authenticator = createAuthenticator(provider.publicUrl);
  await enrol(provider, account, authenticator);
  const tokens = await signInByPasskey(authenticator);
  const email = await moveTo(account, tokens.access_token);
  const repeated = await signInByPasskey(authenticator);
  expect(repeated.claims()).toMatchObject({ sub: account.id, email });
  // The sign-in is recent enough for calls that secure the account.
  const requested = await call(account, repeated.access_token, 'POST', 'passwordresets', {
    channel: 'pennyfern',
  });
  expect(requested.status).toBe(204);
  await receiveMail(db(), email, /Set a new password/);
});

test('undone from the old mailbox, passkeys are removed, and a second factor older than a week before stays', async () => {
  const account = await newAccount();
  const authenticator = createAuthenticator(provider.publicUrl);
  await enrol(provider, account, authenticator);
  const [code = ''] = await turnOn(account);
  await sql`update second_factors set added_at = added_at - interval '8 days' where account_id = ${account.id}`.execute(
    db(),
  );
  const { access_token: token } = await signInByRecoveryCode(account.email, code);
  await moveTo(account, token);
  await undo(account);
  expect(headingOf(await firstStepOf(account.email, 'a heron by the weir'))).toBe('Enter your code');
  expect(await passkeyStatus(authenticator)).toBe(422);
});

test('undone from the old mailbox, recent additions are removed: a thief’s codes and passkey', async () => {
  const account = await newAccount();
  const authenticator = createAuthenticator(provider.publicUrl);
  await enrol(provider, account, authenticator);
  const [code = ''] = await turnOn(account);
  const { access_token: token } = await signInByRecoveryCode(account.email, code);
  await moveTo(account, token);
  await undo(account);
  expect((await firstStepOf(account.email, 'a heron by the weir')).url).toContain('/signed-in?code=');
  expect(await passkeyStatus(authenticator)).toBe(422);
});
