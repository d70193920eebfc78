import { type Browser, type BrowserContext, expect, type Page, test } from '@playwright/test';
import { createCustomerAt } from './customers.ts';
import { linkFromOutbox } from './outbox.ts';
import { createOwnServer } from './own-server.ts';

/** Access tokens with a lifetime of ten seconds: pages renew them every five. */
const LIFETIME_S = 10;
const LIBRARY = '/my-photos/photos?from=mail';

let server: Awaited<ReturnType<typeof createOwnServer>>;
let mia: Awaited<ReturnType<typeof createCustomerAt>>;

test.beforeAll(async () => {
  server = await createOwnServer({ DEMO: 'off', ACCESS_TOKEN_SECONDS: String(LIFETIME_S) });
  await server.start();
});
test.afterAll(() => server.remove());

/** The provider's host renews by cookie, a brand's own host by refresh token. */
const HOSTS = [
  {
    host: 'localhost',
    title: 'My photos',
    email: 'Email address',
    password: 'Password',
    signIn: 'Sign in',
    signOut: 'Sign out',
    signedOut: 'You are signed out',
  },
  {
    host: 'stundbo.localhost',
    title: 'Mina foton',
    email: 'E-postadress',
    password: 'Lösenord',
    signIn: 'Logga in',
    signOut: 'Logga ut',
    signedOut: 'Du är utloggad',
  },
];
type Host = (typeof HOSTS)[number];

const library = (page: Page, { title }: Host) => page.getByRole('heading', { level: 1, name: title });
const dialog = (page: Page) => page.getByRole('dialog');

async function fillSignIn(page: Page, { email, password, signIn }: Host): Promise<void> {
  await page.getByLabel(email).fill(mia.email);
  await page.getByLabel(password, { exact: true }).fill(mia.password);
  await page.getByRole('button', { name: signIn, exact: true }).click();
}

/** Opens the customer's library in a browser of its own, which `prepare` can set up before any page is open. */
async function openLibrary(browser: Browser, at: Host, prepare?: (opened: BrowserContext) => Promise<void>) {
  const context = await browser.newContext({ baseURL: server.url.replace('localhost', at.host) });
  await prepare?.(context);
  const page = await context.newPage();
  await page.goto(LIBRARY);
  await fillSignIn(page, at);
  await expect(library(page, at)).toBeVisible();
  return { context, page };
}

/** Sets a new password in another browser, which ends every session of the customer. */
async function setNewPassword(browser: Browser): Promise<void> {
  const context = await browser.newContext({ baseURL: server.url });
  const page = await context.newPage();
  await page.goto('/');
  await page.getByRole('link', { name: 'Forgotten your password?' }).click();
  await page.getByLabel('Email address').fill(mia.email);
  await page.getByRole('button', { name: 'Send link' }).click();
  await expect(page.getByRole('heading', { name: 'Check your inbox' })).toBeVisible();
  await page.goto(await linkFromOutbox(page.request, mia.email, /Set a new password/));
  mia.password = `${mia.password} again`;
  await page.getByLabel('New password', { exact: true }).fill(mia.password);
  await page.getByRole('button', { name: 'Save password' }).click();
  await expect(page.getByRole('heading', { name: 'Your password has been changed' })).toBeVisible();
  await context.close();
}

/** Counts the tokens issued to a page from now on. */
function countTokens(page: Page): () => number {
  let count = 0;
  page.on('response', (response) => {
    if (response.url().endsWith('/oidc/token') && response.ok()) count++;
  });
  return () => count;
}

/** Leaves a mark on the page that a reload would remove. */
async function markPage(page: Page): Promise<() => Promise<void>> {
  await page.evaluate(() => Object.assign(window, { isSamePage: true }));
  return async () => {
    expect(await page.evaluate(() => 'isSamePage' in window)).toBe(true);
    expect(page.url()).toMatch(/\/my-photos\/photos\?from=mail$/);
  };
}

/** Navigates to the overview and back within the page, and expects the requests on the way to be answered. */
async function expectAnswers(page: Page): Promise<void> {
  const answer = page.waitForResponse(
    (response) => response.url().includes('/api/') && 'authorization' in response.request().headers(),
  );
  await page.locator('nav a[href="/"]').click();
  expect((await answer).status()).toBe(200);
  await page.goBack();
}

for (const at of HOSTS) {
  test.describe(`at ${at.host}`, () => {
    // A customer per host, so that mails of one group of tests are not taken for those of the other.
    test.beforeAll(async () => {
      mia = await createCustomerAt(server.url);
    });

    test('two tabs that renew at the same time both stay signed in [IDN-04]', async ({ browser }) => {
      const { context, page } = await openLibrary(browser, at);
      const [second] = await Promise.all([
        context.waitForEvent('page'),
        page.evaluate(() => window.open(window.location.href)),
      ]);
      await expect(library(second, at)).toBeVisible();
      const counts = [page, second].map(countTokens);
      await expect
        .poll(() => counts.reduce((sum, count) => sum + count(), 0), { timeout: 40_000 })
        .toBeGreaterThanOrEqual(4);
      for (const tab of [page, second]) {
        await expect(dialog(tab)).toBeHidden();
        await expect(library(tab, at)).toBeVisible();
      }
      await context.close();
    });

    test('a tab that slept past its token’s expiry renews it on waking, unchanged [IDN-04]', async ({
      browser,
    }) => {
      const { context, page } = await openLibrary(browser, at, (opened) => opened.clock.install());
      const expectSamePage = await markPage(page);
      // Falls asleep just after a renewal, so that none is under way.
      const count = countTokens(page);
      await expect.poll(count, { intervals: [50] }).toBeGreaterThan(0);
      await page.clock.pauseAt(Date.now() + 2_000);
      const endsAt = Date.now() + LIFETIME_S * 1_000;
      // By then the requests of the last moment awake have been answered.
      await expect.poll(() => Date.now() > endsAt - (LIFETIME_S * 1_000) / 2).toBe(true);
      const before = count();
      await expect.poll(() => Date.now() > endsAt, { timeout: 30_000 }).toBe(true);
      expect(count()).toBe(before);
      await page.clock.fastForward(LIFETIME_S * 1_000);
      await page.clock.resume();
      await expect.poll(count).toBeGreaterThan(before);
      await expectAnswers(page);
      await expectSamePage();
      await expect(dialog(page)).toBeHidden();
      await context.close();
    });

    test('a failing provider is retried, and nobody is signed out because of it [IDN-04]', async ({
      browser,
    }) => {
      const { context, page } = await openLibrary(browser, at);
      const expectSamePage = await markPage(page);
      let refusals = 0;
      await context.route('**/oidc/token', (route) => {
        refusals++;
        return route.fulfill({ status: 500, body: 'out of order' });
      });
      await expect.poll(() => refusals, { timeout: 30_000 }).toBeGreaterThanOrEqual(2);
      await expect(dialog(page)).toBeHidden();
      const count = countTokens(page);
      await context.unroute('**/oidc/token');
      await expect.poll(count, { timeout: 30_000 }).toBeGreaterThan(0);
      await expectAnswers(page);
      await expectSamePage();
      await context.close();
    });

    test('signing out in one tab takes the others to the signed-out page [SHL-13]', async ({ browser }) => {
      const { context, page } = await openLibrary(browser, at);
      const [second] = await Promise.all([
        context.waitForEvent('page'),
        page.evaluate(() => window.open(window.location.href)),
      ]);
      await expect(library(second, at)).toBeVisible();
      await page.getByRole('link', { name: at.signOut }).click();
      for (const tab of [page, second]) {
        await expect(tab.getByRole('heading', { name: at.signedOut })).toBeVisible();
        await expect(tab).toHaveURL(/\/logout/);
        await expect(dialog(tab)).toBeHidden();
      }
      await second.goto(LIBRARY);
      await expect(second.getByRole('heading', { level: 1, name: at.signIn })).toBeVisible();
      await context.close();
    });

    test('an ended session offers sign-in over the page, which stays unchanged [IDN-04]', async ({
      browser,
    }) => {
      const { context, page } = await openLibrary(browser, at);
      const expectSamePage = await markPage(page);
      await setNewPassword(browser);
      await expect(dialog(page)).toBeVisible();
      await expectSamePage();
      const popup = page.waitForEvent('popup');
      await dialog(page).getByRole('button', { name: at.signIn }).click();
      await fillSignIn(await popup, at);
      await expect(dialog(page)).toBeHidden();
      await expectAnswers(page);
      await expectSamePage();
      await context.close();
    });
  });
}
