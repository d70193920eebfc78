import { type Browser, linkOn } from './browser.fixture.ts';
import { PASSWORD, startSignIn, type TestIdentity } from './identity.fixture.ts';

export type Form = Record<string, string>;

/** Opens the registration page and posts it; by default as Berta with PASSWORD. */
export async function registerBy(identity: TestIdentity, browser: Browser, form: Form, options: Form = {}) {
  const attempt = await startSignIn(identity, options);
  const first = await browser.open(attempt.url);
  const page = await browser.open(linkOn(first, options.ui_locales ? 'konto' : 'Create an account'));
  const answer = await browser.submit(page, { name: 'Berta', password: PASSWORD, ...form });
  return { attempt, page, answer };
}
