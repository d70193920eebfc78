import * as client from 'openid-client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Browser, headingOf, type Page } from '../sign-in/browser.fixture.ts';
import { signIn, startIdentity, startSignIn, type TestIdentity } from '../sign-in/identity.fixture.ts';
import { createOidcAdapter } from './oidc-adapter.ts';

/** Tabs of one browser share a session: whatever order their sign-outs and renewals reach the provider in, each is led on. */
let identity: TestIdentity;
const EMAIL = 'anna@example.com';
const OFFLINE = { scope: 'openid email profile offline_access', prompt: 'consent' };

beforeAll(async () => {
  identity = await startIdentity();
  await identity.addAccount(EMAIL);
});
afterAll(() => identity.stop());

type SignedIn = Awaited<ReturnType<typeof signIn>>;

/** Opens the page whose button signs out. */
function openForm(
  browser: Browser,
  { config, tokens }: SignedIn,
  origin = identity.publicUrl,
): Promise<Page> {
  const hint = { post_logout_redirect_uri: `${origin}/logout`, id_token_hint: tokens.id_token ?? '' };
  return browser.open(client.buildEndSessionUrl(config, hint).href);
}

const press = (browser: Browser, page: Page) => browser.submit(page, { logout: 'yes' });
const isEnded = ({ tokens }: SignedIn) => identity.isRevoked(String(tokens.claims()?.sid));

test('a renewal that began before the page of a sign-out opened and ends after it does not spoil its button', async () => {
  const browser = identity.openBrowser();
  const session = await signIn(identity, browser, EMAIL);
  const id = browser.cookies().find(({ name }) => name === 'keepsake_session')?.value ?? '';
  const sessions = createOidcAdapter({ db: identity.db, clock: () => new Date() })('Session');
  const before = await sessions.find(id);
  if (!before) throw new Error('The browser has no session');
  const page = await openForm(browser, session);
  await sessions.upsert(id, before, 600);
  expect((await press(browser, page)).url).toBe(`${identity.publicUrl}/logout`);
  expect(await isEnded(session)).toBe(true);
});

test('of two pages of a sign-out the first works, and the second leads to the signed-out page of its brand', async () => {
  for (const origin of [identity.publicUrl, identity.brandOrigin]) {
    const browser = identity.openBrowser();
    const session = await signIn(identity, browser, EMAIL, { redirect_uri: `${origin}/signed-in` });
    const [first, second] = [
      await openForm(browser, session, origin),
      await openForm(browser, session, origin),
    ];
    expect((await press(browser, first)).url).toBe(`${origin}/logout`);
    expect(await isEnded(session)).toBe(true);
    expect((await press(browser, second)).url).toBe(`${origin}/logout`);
  }
});

test('the page of an earlier session asks anew, and signs nobody out', async () => {
  const browser = identity.openBrowser();
  const earlier = await openForm(browser, await signIn(identity, browser, EMAIL));
  await press(browser, earlier);
  const session = await signIn(identity, browser, EMAIL);
  const question = await press(browser, earlier);
  expect([question.status, headingOf(question)]).toEqual([200, 'Sign out?']);
  expect(question.text).not.toContain('data-press');
  expect(await isEnded(session)).toBe(false);
  expect(headingOf(await press(browser, question))).toBe('You are signed out');
  expect(await isEnded(session)).toBe(true);
});

test('what no page of a sign-out sends is refused', async () => {
  const { status } = await identity.openBrowser().post('/oidc/session/end/confirm', { logout: 'yes' });
  expect(status).toBe(400);
});

test('sign-outs in two tabs among renewals in others all arrive', async () => {
  const silently = { prompt: 'none', redirect_uri: `${identity.publicUrl}/silent-renew` };
  for (let round = 0; round < 4; round++) {
    const browser = identity.openBrowser();
    const session = await signIn(identity, browser, EMAIL, OFFLINE);
    const attempts = await Promise.all(Array.from({ length: 6 }, () => startSignIn(identity, silently)));
    const renewals = attempts.map(async ({ url }) => (await browser.open(url)).status);
    const refresh = client.refreshTokenGrant(session.config, session.tokens.refresh_token ?? '');
    const signOut = async () => (await press(browser, await openForm(browser, session))).url;
    const [signOuts] = await Promise.all([
      Promise.all([signOut(), signOut()]),
      refresh.catch(({ error }) => expect(error).toBe('invalid_grant')),
    ]);
    expect(signOuts).toEqual([`${identity.publicUrl}/logout`, `${identity.publicUrl}/logout`]);
    expect(await Promise.all(renewals)).toEqual(attempts.map(() => 303));
    expect(await isEnded(session)).toBe(true);
  }
});
