import { type Browser, type BrowserContextOptions, expect, type Page, test } from '@playwright/test';
import { expectAccessible } from './access.ts';
import { FOUR } from './albums.ts';
import { createCustomer, registerIn } from './customers.ts';
import { readShifts, watchShifts } from './layout-shifts.ts';
import { createOwnServer } from './own-server.ts';
import { uploadPhotos } from './photos-by-api.ts';
import { readPictures } from './small-library.ts';
import { startTracker } from './tracker.ts';

let tracker: Awaited<ReturnType<typeof startTracker>>;
let server: Awaited<ReturnType<typeof createOwnServer>>;

test.beforeAll(async () => {
  tracker = await startTracker();
  const scripts = { analytics: `${tracker.url}/analytics.js`, marketing: `${tracker.url}/marketing.js` };
  const brands = { '*': scripts, kiekhof: { analytics: scripts.analytics }, stundbo: {} };
  server = await createOwnServer({ CONSENT_SCRIPTS: JSON.stringify(brands), DEMO: 'off' });
  await server.start();
});
test.afterAll(async () => {
  await server?.remove();
  await tracker?.stop();
});
test.beforeEach(() => void tracker.take());

/** An anonymous visitor on a public page. */
async function visit(browser: Browser, options: BrowserContextOptions & { path?: string } = {}) {
  const { path = '/withdrawal', ...others } = options;
  const context = await browser.newContext({ baseURL: server.url, ...others });
  const page = await context.newPage();
  await page.goto(path);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  return page;
}

/** Both scripts, and the report of each. */
const ALL = ['/analytics.js', '/marketing.js', '/report-of-analytics', '/report-of-marketing'];

/** Waits until exactly these paths, in alphabetical order, have been requested since the last check. */
async function expectRequested(paths: string[]) {
  await expect.poll(() => tracker.requested().sort()).toEqual(paths);
  tracker.take();
}

const banner = (page: Page) => page.getByRole('region', { name: 'Cookies' });
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const inFooter = (page: Page) => page.getByRole('contentinfo').getByRole('link', { name: 'Cookies' });

/** The code stored in the browser. */
async function codeOf(page: Page) {
  const cookies = await page.context().cookies();
  return cookies.find(({ name }) => name === 'cookieConsent')?.value.slice(0, 2);
}

/** Everything the browser stores for our host. */
async function storedBy(page: Page) {
  const cookies = (await page.context().cookies()).map(({ name }) => name);
  const stored = await page.evaluate(() => [...Object.keys(localStorage), ...Object.keys(sessionStorage)]);
  const databases = await page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name));
  return { cookies: [...new Set(cookies)].sort(), stored: stored.sort(), databases };
}

test('nothing is set or loaded before a choice, and refusing sets only the code [COK-01]', async ({
  browser,
}) => {
  const page = await visit(browser);
  await expect(banner(page)).toBeVisible();
  await expect(page.locator('body')).toBeFocused();
  const before = await storedBy(page);
  expect(before.cookies.filter((name) => !/^(keepsake_visit|_session|_interaction)/.test(name))).toEqual([]);
  expect(before.stored.filter((name) => name.startsWith('_'))).toEqual([]);
  expect(tracker.take()).toEqual([]);

  await press(page, 'Reject');
  await expect(banner(page)).toBeHidden();
  expect(await codeOf(page)).toBe('00');
  for (const path of ['/', '/help/faq', '/withdrawal']) {
    const answer = await page.request.get(path);
    expect(answer.headers()['content-security-policy']).toContain("script-src 'self';");
    expect(answer.headers()['content-security-policy']).not.toContain(tracker.url);
  }
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  // By then the banner's code has run and decided.
  await inFooter(page).click();
  await expect(page.getByText('Analytics: rejected')).toBeVisible();
  await expect(banner(page)).toBeHidden();
  const after = await storedBy(page);
  expect(after).toEqual({ ...before, cookies: [...before.cookies, 'cookieConsent'].sort() });
  expect(tracker.take()).toEqual([]);
  await page.context().close();
});

test('accepting loads the scripts immediately and on every later page; withdrawing ends that [COK-02, COK-03]', async ({
  browser,
}) => {
  const context = await browser.newContext({ baseURL: server.url });
  const page = await context.newPage();
  const mia = await registerIn(page);
  await uploadPhotos({ asking: page.request, authorization: mia.authorization }, await readPictures(FOUR));
  await page.goto('/my-photos/photos');
  await expect(banner(page)).toBeVisible();
  // The page shows its content before anything of the banner is loaded.
  await expect(page.locator('[data-tile] img[data-loaded]').first()).toBeVisible();
  await press(page, 'Accept');
  await expect(banner(page)).toBeHidden();
  await expectRequested(ALL);
  expect(await codeOf(page)).toBe('11');
  await page.reload();
  await expectRequested(ALL);

  await inFooter(page).click();
  await expect(page.getByText('Analytics: accepted')).toBeVisible();
  await page.getByRole('checkbox', { name: 'Marketing' }).uncheck();
  const reloaded = page.waitForEvent('load');
  await press(page, 'Save choice');
  await reloaded;
  await expect(page.getByText('Marketing: rejected')).toBeVisible();
  await expectRequested(['/analytics.js', '/report-of-analytics']);
  expect(await codeOf(page)).toBe('10');

  const repeated = page.waitForEvent('load');
  await press(page, 'Reject');
  await repeated;
  await expect(page.getByText('Analytics: rejected')).toBeVisible();
  await page.goto('/orders');
  await expect(page.getByText("You haven't ordered anything yet!")).toBeVisible();
  expect(await codeOf(page)).toBe('00');
  expect(tracker.take()).toEqual([]);

  // A purpose refused earlier can be accepted, from the next page on.
  await inFooter(page).click();
  await press(page, 'Accept');
  await expectRequested(ALL);
  await context.close();
});

test('one purpose can be chosen without the other, in the banner [COK-01]', async ({ browser }) => {
  const page = await visit(browser);
  await press(page, 'Manage');
  await page.getByRole('checkbox', { name: 'Marketing' }).check();
  await expectAccessible(page);
  await press(page, 'Save choice');
  await expect(banner(page)).toBeHidden();
  expect(await codeOf(page)).toBe('01');
  await expectRequested(['/marketing.js', '/report-of-marketing']);
  await page.context().close();
});

test('six months later, and not a day before, the question is asked again', async ({ browser }) => {
  const page = await visit(browser);
  await press(page, 'Accept');
  await expect(banner(page)).toBeHidden();
  const [saved] = (await page.context().cookies()).filter(({ name }) => name === 'cookieConsent');
  const days = ((saved?.expires ?? 0) * 1_000 - Date.now()) / 86_400_000;
  expect(Math.round(days)).toBe(182);

  const later = await page.context().newPage();
  const in181 = Date.now() + 181 * 86_400_000;
  await later.clock.install({ time: in181 });
  await later.goto('/cookies');
  await expect(later.getByText('Analytics: accepted')).toBeVisible();
  await later.clock.setSystemTime(in181 + 2 * 86_400_000);
  tracker.take();
  await later.goto('/withdrawal');
  await later.clock.fastForward(5_000);
  await expect(banner(later)).toBeVisible();
  expect(tracker.take()).toEqual([]);
  await page.context().close();
});

test('consent for one brand does not count for another, and a brand without scripts asks nothing', async ({
  browser,
}) => {
  const page = await visit(browser);
  await press(page, 'Accept');
  await expect(banner(page)).toBeHidden();
  await page.goto('/withdrawal?channel=kiekhof');
  await expect(banner(page)).toContainText('Kiekhof wil met cookies meten');
  await expect(page.getByRole('button', { name: 'Instellen' })).toBeHidden();
  await press(page, 'Weigeren');
  await expect(banner(page)).toBeHidden();
  tracker.take();
  await page.goto('/cookies?channel=stundbo');
  await expect(page.getByText('det finns inget att välja')).toBeVisible();
  await expect(banner(page)).toBeHidden();
  expect(tracker.take()).toEqual([]);
  await page.context().close();
});

test('with Global Privacy Control the visitor is not asked, and can still consent', async ({ browser }) => {
  const context = await browser.newContext({ baseURL: server.url });
  await context.addInitScript(() =>
    Object.defineProperty(navigator, 'globalPrivacyControl', { value: true }),
  );
  const page = await context.newPage();
  await page.goto('/cookies');
  await expect(page.getByText('Global Privacy Control')).toBeVisible();
  await expect(banner(page)).toBeHidden();
  expect(tracker.take()).toEqual([]);
  await press(page, 'Accept');
  await expect(page.getByText('Analytics: accepted')).toBeVisible();
  await expectRequested(ALL);
  await context.close();
});

test('a choice that cannot be saved says so, and enables nothing', async ({ browser }) => {
  const page = await visit(browser);
  await page.route('**/api/cookie-consent*', (route) => route.abort());
  await press(page, 'Accept');
  await expect(banner(page).getByRole('alert')).toContainText('Your choice could not be saved');
  expect(tracker.take()).toEqual([]);
  await page.unroute('**/api/cookie-consent*');
  await press(page, 'Accept');
  await expect(banner(page)).toBeHidden();
  await expectRequested(ALL);
  await page.context().close();
});

for (const width of [390, 1440]) {
  test(`the banner shifts nothing, hides no focus and needs no mouse, ${width} pixels wide`, async ({
    playwright,
    launchOptions,
  }) => {
    // Scrollbars take space, as on most desktops. Set for the whole file, these journeys would run last and one at a time.
    const ignoreDefaultArgs = ['--hide-scrollbars'];
    const browser = await playwright.chromium.launch({ ...launchOptions, ignoreDefaultArgs });
    const context = await browser.newContext({ baseURL: server.url, viewport: { width, height: 700 } });
    const page = await context.newPage();
    await createCustomer(page.request);
    await watchShifts(page);
    for (const path of ['/orders', '/settings', '/withdrawal', '/help/faq']) {
      await page.goto(path);
      await expect(banner(page)).toBeVisible();
      const shifts = await readShifts(page);
      const sum = shifts.reduce((all, { value }) => all + value, 0);
      expect.soft(sum, `${path} moves: ${JSON.stringify(shifts, null, 2)}`).toBeLessThan(0.01);
    }
    await expectAccessible(page);
    await page.keyboard.press('Tab');
    await expect(banner(page).getByRole('button', { name: 'Manage' })).toBeFocused();
    for (let tab = 0; tab < 40; tab++) {
      await page.keyboard.press('Tab');
      const isSeen = await page.evaluate(() => {
        const focused = document.activeElement;
        if (!focused || focused === document.body) return true;
        const { left, top, width, height } = focused.getBoundingClientRect();
        const found = document.elementFromPoint(left + width / 2, top + height / 2);
        return found !== null && (focused.contains(found) || found.contains(focused));
      });
      expect.soft(isSeen, `stop ${tab} lies behind the banner`).toBe(true);
    }
    await browser.close();
  });
}

test('the provider’s pages link to the choice, and run no third-party scripts', async ({ browser }) => {
  const page = await visit(browser, { path: '/orders' });
  await expect(page.getByRole('heading', { level: 1, name: 'Sign in' })).toBeVisible();
  await inFooter(page).click();
  await expect(page).toHaveURL(`${server.url}/cookies`);
  await press(page, 'Accept');
  await expect(page.getByText('Analytics: accepted')).toBeVisible();
  await expectRequested(ALL);
  await page.goto('/orders');
  await expect(page.getByRole('heading', { level: 1, name: 'Sign in' })).toBeVisible();
  await page.waitForLoadState('networkidle');
  expect(tracker.take()).toEqual([]);
  await page.context().close();
});
