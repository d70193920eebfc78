import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import type { Account } from '../accounts/store.ts';
import { ENROL_PROMPT } from '../security/passkeys/relying-party.ts';
import type { Authenticator } from './authenticator.fixture.ts';
import { attributeOn, type Browser, type Page } from './browser.fixture.ts';
import { PASSWORD, signIn, startSignIn, type TestIdentity } from './identity.fixture.ts';

/** A provider's addresses, and a browser that opens it. */
type Provider = Pick<TestIdentity, 'issuer' | 'publicUrl' | 'openBrowser'>;

/** Opens the page that creates a passkey, in a browser that has just signed in. */
export async function openNewPasskey(identity: Provider, account: Account) {
  const browser = identity.openBrowser();
  await signIn(identity, browser, account.email);
  const attempt = await startSignIn(identity, { prompt: ENROL_PROMPT });
  return { browser, attempt, page: await browser.open(attempt.url) };
}

/** The WebAuthn options on a page. */
export function optionsOn<Options>(page: Page): Options {
  const options = attributeOn(page, 'data-options');
  if (options === null) throw new Error(`No passkey is asked for on ${page.url} (${page.status})`);
  return JSON.parse(options) as Options;
}

/** Posts a credential as the page's script does. */
export const post = (browser: Browser, page: Page, credential: string) =>
  browser.post(`${page.url.split('?')[0]}${page.url.includes('new-passkey') ? '' : '/passkey'}`, {
    credential,
  });

/** Gives an account a passkey. */
export async function enrol(identity: Provider, account: Account, authenticator: Authenticator) {
  const { browser, page } = await openNewPasskey(identity, account);
  const back = await post(browser, page, authenticator.create(optionsOn(page)));
  expect(back.url).toContain('/signed-in?code=');
}

/** The sign-in page, in a browser that was never signed in. */
export async function openSignIn(identity: Provider, options: Record<string, string> = {}) {
  const browser = identity.openBrowser();
  const attempt = await startSignIn(identity, options);
  return { browser, attempt, page: await browser.open(attempt.url) };
}

/** Tries to sign in with a passkey; `lie` is what is wrong with it. */
export async function tryPasskey(
  identity: TestIdentity,
  authenticator: Authenticator,
  lie?: Parameters<Authenticator['get']>[1],
) {
  const opened = await openSignIn(identity);
  const credential = authenticator.get(optionsOn(opened.page), lie);
  return { ...opened, credential, done: await post(opened.browser, opened.page, credential) };
}

export const newAccount = (identity: TestIdentity) =>
  identity.addAccount(`mia.${randomUUID().slice(0, 8)}@example.com`, { name: 'Mia' });

/** A call of the customer about the passkeys. */
export async function callPasskeys<Body>(
  identity: TestIdentity,
  account: Account,
  method: string,
  { rest = '', body }: { rest?: string; body?: object } = {},
) {
  const path = `/identity/v2/identities/${account.identityType}/${account.id}/passkeys${rest}`;
  const { status, body: answer } = await identity.call(account.id, method, path, body);
  return { status, body: answer as Body };
}

export { PASSWORD };
