import { expect, type Page, test } from '@playwright/test';
import { registerIn } from './customers.ts';
import { expectStill } from './stillness.ts';

/** Pages that no consumer has while all flags are off. */
const ABSENT = [
  '/invoices',
  '/integration',
  '/settings/b2b',
  '/my-photos/order-prints',
  '/my-photos/exports/1',
];
/** One of each language. */
const CHANNELS = ['pennyfern', 'bildersonn', 'kiekhof', 'cliclune', 'stundbo'];

/** Opens the overview with all flags off, in the configuration that is fetched and in the one that the page brings. */
async function openWithoutFlags(page: Page, channel: string): Promise<void> {
  await page.route(
    ({ pathname }) => pathname === '/' || pathname === '/config.json',
    async (route) => {
      const response = await route.fetch();
      const body = (await response.text()).replace(/"featureFlags":\{[^}]*\}/, '"featureFlags":{}');
      await route.fulfill({ response, body });
    },
  );
  await page.goto(`/?channel=${channel}`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
}

test('what is said of a page that an account lacks covers no heading on the narrowest phone, in any language [B2B-07]', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await registerIn(page);
  for (const channel of CHANNELS) {
    await openWithoutFlags(page, channel);
    const notices = page.locator('section[aria-live] > div');
    for (const [before, path] of ABSENT.entries()) {
      await page.evaluate((to) => history.pushState(null, '', to), path);
      await expect(notices).toHaveCount(before + 1);
      await expect(page).toHaveURL(/\/$/);
      await expectStill(page);
      const bottom = await notices.last().evaluate((element) => element.getBoundingClientRect().bottom);
      const heading = page.getByRole('heading', { level: 1 });
      const top = await heading.evaluate((element) => element.getBoundingClientRect().top);
      expect.soft(bottom, `${path} of ${channel}`).toBeLessThanOrEqual(top);
    }
  }
});
