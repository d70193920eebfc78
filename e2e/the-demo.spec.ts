import { expect, type Page, test } from '@playwright/test';
import { listDemoPhotos } from '../apps/server/src/demo/photos/plan.ts';
import { ANNA, LENA, NOAH, STUDIO, signIn } from './customers.ts';
import { LAKE } from './shared-album.ts';

/** The number of Anna's photos depends on the day the demo was loaded. */
const ANNAS_PHOTOS = listDemoPhotos({ now: new Date() }).length;

// The demo is loaded in the background of a first start.
test.beforeEach(() => test.setTimeout(300_000));

test('the library fills without a reload while the demo loads, month by month, and pictures fill the page [TL-01, HDR-02, HDR-07]', async ({
  page,
}) => {
  await page.goto('/my-photos/photos');
  await signIn(page, ANNA);
  await expect(page.getByRole('heading', { level: 1, name: 'My photos' })).toBeVisible();
  const all = page.getByRole('link', { name: `Photos ${ANNAS_PHOTOS}`, exact: true });
  await expect(all).toBeVisible({ timeout: 240_000 });
  await expect(page.getByRole('heading', { level: 2 }).first()).toHaveText(/^[A-Z][a-z]+ 20\d\d$/);
  await expect(page.locator('img[src*="/media/"]').first()).toBeVisible();
  // Small months are side by side: on a desktop, pictures fill the space beside menu and header.
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.reload();
  await expect(page.locator('[data-tile] img[data-loaded]').first()).toBeVisible();
  expect(await measurePictures(page)).toBeGreaterThan(0.8);
});

/** Share of the page beside the menu filled with pictures, from the first month to the last. */
async function measurePictures(page: Page): Promise<number> {
  return page.evaluate(async () => {
    const areas = new Map<string, number>();
    const months = document.querySelector('[role="group"]:has([data-tile])') as HTMLElement;
    for (let top = 0; top < document.documentElement.scrollHeight; top += innerHeight) {
      window.scrollTo(0, top);
      for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame);
      for (const tile of document.querySelectorAll<HTMLElement>('[data-tile]'))
        areas.set(tile.dataset.tile ?? '', tile.offsetWidth * tile.offsetHeight);
    }
    const filled = [...areas.values()].reduce((sum, area) => sum + area, 0);
    return filled / ((document.querySelector('main')?.offsetWidth ?? 0) * months.offsetHeight);
  });
}

test('the demo customer with legacy uploads finds them by month, with pictures', async ({ page }) => {
  test.setTimeout(180_000);
  await page.goto('/my-photos/photos');
  await signIn(page, LENA);
  await expect(page.getByRole('heading', { level: 1, name: 'My photos' })).toBeVisible({ timeout: 30_000 });
  // If the demo is not complete yet, the rest appears at the next visit.
  await expect(async () => {
    await page.reload();
    const all = page.getByRole('link', { name: 'Photos 36', exact: true });
    await expect(all).toBeVisible({ timeout: 20_000 });
  }).toPass();
  await expect(page.getByRole('heading', { name: /20\d\d$/ }).first()).toBeVisible();
  await expect(page.locator('[data-tile] img[data-loaded]').first()).toBeVisible({ timeout: 60_000 });
  await page.getByRole('button', { name: /^Notifications/ }).click();
  await expect(page.getByRole('link', { name: /earlier photos? (is|are) in your library/ })).toBeVisible();
});

test('the demo’s shared albums, which are loaded last, appear for all their members', async ({ browser }) => {
  for (const customer of [ANNA, NOAH, STUDIO]) {
    const page = await browser.newPage();
    await page.goto('/my-photos/albums');
    await signIn(page, customer);
    const lake = page.getByRole('link', { name: new RegExp(LAKE) });
    await expect(lake).toBeVisible({ timeout: 240_000 });
    await lake.click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(LAKE);
    await expect(page.locator('[data-tile] img[data-loaded]').first()).toBeVisible();
    await page.context().close();
  }
});
