import { expect, type Page, test } from '@playwright/test';
import { openLargeLibrary } from './large-library.ts';

test.use({ viewport: { width: 390, height: 740 }, isMobile: true, hasTouch: true });

const DEEP = 6_000;
const loading = (page: Page) => page.locator('main [aria-busy="true"]');
const scrollDeep = (page: Page) => page.evaluate((top) => window.scrollTo(0, top), DEEP);

function tap(page: Page, name: string): Promise<void> {
  const thumbs = page.getByRole('navigation', { name: 'Quick access' });
  return thumbs.getByRole('link', { name, exact: true }).tap();
}

/** Loads the code of the orders, but nothing that they show. */
async function openInVain(page: Page): Promise<void> {
  await page.route('**/api/**', () => {});
  await tap(page, 'Orders');
  await expect(loading(page).first()).toBeVisible();
  await tap(page, 'Photos');
  await expect(page.locator('[data-tile]').first()).toBeVisible();
}

test('without a connection one notice leaves the controls of a photo free', async ({ page, context }) => {
  await openLargeLibrary(page);
  await page.locator('[data-tile]').first().tap();
  const back = page.getByRole('button', { name: 'Back' });
  await expect(back).toBeVisible();
  await context.setOffline(true);
  await expect(page.getByText(/You are offline/)).toBeVisible();
  await page.getByRole('button', { name: 'More', exact: true }).click({ trial: true });
  await back.click();
  await expect(page).toHaveURL(/\/my-photos\/photos$/);
});

test('a page without a connection says so once, and all heal when it is back, wherever one was meanwhile', async ({
  page,
  context,
}) => {
  await openLargeLibrary(page);
  await openInVain(page);
  await context.setOffline(true);
  // Only now: what waits would be answered.
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await scrollDeep(page);
  const repeat = page.locator('main').getByText('Try again');
  await expect(repeat.first()).toBeAttached();
  await expect(repeat.filter({ visible: true })).toHaveCount(0);
  await tap(page, 'Orders');
  await expect(page.getByText(/You are offline/)).toHaveCount(1);
  await expect(page.getByText(/You are offline/)).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByText(/You are offline/)).toHaveCount(0);
  await expect(loading(page)).toHaveCount(0);
  await tap(page, 'Photos');
  await expect(page.locator('[data-tile]').first()).toBeVisible();
  await scrollDeep(page);
  await expect(page.locator('[data-tile] img[data-loaded]').first()).toBeVisible();
  await expect(page.getByRole('button', { name: 'Try again' })).toHaveCount(0);
});
