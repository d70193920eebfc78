import { expect, type Page, test } from '@playwright/test';
import { FOUR } from './albums.ts';
import { registerIn } from './customers.ts';
import { uploadPhotos } from './photos-by-api.ts';
import { openShop } from './shop.ts';
import { readPictures } from './small-library.ts';
import { expectPictures } from './stillness.ts';

const KILOBYTE = 1_000;
/**
 * The current size plus a small margin, so that growth is noticed. `npm run bench -- web` sets the same limit for everything
 * that is loaded before the first picture.
 */
const MAX_TIMELINE = 190;
/** The typeface without the weights that no style sheet uses; the full one is 48. */
const MAX_TYPEFACE = 32;

/** Collects a page's scripts and typefaces with their transfer sizes, in bytes. */
function weighFiles(page: Page) {
  const weighed = new Map<string, Promise<number>>();
  page.on('requestfinished', (request) => {
    const { pathname } = new URL(request.url());
    if (!/^\/assets\/.*\.(js|woff2)$/.test(pathname) || weighed.has(pathname)) return;
    weighed.set(
      pathname,
      request.sizes().then(({ responseBodySize }) => responseBodySize),
    );
  });
  return async (isMeant: (pathname: string) => boolean) => {
    const sizes = await Promise.all([...weighed].filter(([path]) => isMeant(path)).map(([, size]) => size));
    return { files: sizes.length, kilobytes: sizes.reduce((sum, size) => sum + size, 0) / KILOBYTE };
  };
}

test('the timeline loads in 190 kB of scripts, and the orders in 60 kB more [ORD-01]', async ({
  browser,
  page,
}) => {
  const mia = await registerIn(page);
  const as = { asking: page.request, authorization: mia.authorization };
  await uploadPhotos(as, await readPictures(FOUR));
  await openShop(page.request, mia.customerId).place({});

  const existing = new Set<string>();
  page.on('request', (request) => existing.add(new URL(request.url()).pathname));
  const weigh = weighFiles(page);
  await page.goto('/my-photos/photos');
  await expectPictures(page);
  await page.waitForLoadState('networkidle');
  const timeline = await weigh((path) => /\/(calls|start|timeline|shared-with-phone)-/.test(path));
  expect(timeline.files).toBe(4);
  expect(timeline.kilobytes).toBeGreaterThan(100);
  expect(timeline.kilobytes).toBeLessThanOrEqual(MAX_TIMELINE);
  const typeface = await weigh((path) => path.endsWith('.woff2'));
  expect(typeface.files).toBe(1);
  expect(typeface.kilobytes).toBeLessThanOrEqual(MAX_TYPEFACE);

  // Another browser, with an empty cache.
  const context = await browser.newContext({ storageState: await page.context().storageState() });
  const other = await context.newPage();
  const weighOther = weighFiles(other);
  await other.goto('/orders');
  await expect(other.getByText('Photo book, 24 pages')).toBeVisible();
  await other.waitForLoadState('networkidle');
  const orders = await weighOther((path) => path.endsWith('.js') && !existing.has(path));
  expect(orders.files).toBeGreaterThan(0);
  expect(orders.kilobytes).toBeLessThanOrEqual(60);
  await context.close();
});

test('a browser that saves data asks for the code of the preview when a photo is pressed', async ({
  page,
}) => {
  const mia = await registerIn(page);
  const as = { asking: page.request, authorization: mia.authorization };
  await uploadPhotos(as, await readPictures(FOUR));
  await page.addInitScript(() =>
    Object.defineProperty(navigator, 'connection', { value: { saveData: true } }),
  );
  const requested: string[] = [];
  page.on('request', (request) => requested.push(new URL(request.url()).pathname));
  const hasPreview = () => requested.some((path) => path.includes('/photos.preview.'));
  await page.goto('/my-photos/photos');
  await expectPictures(page);
  await page.waitForLoadState('networkidle');
  expect(hasPreview()).toBe(false);
  await page.locator('[data-tile]').first().click();
  await expect(page).toHaveURL(/\/preview\//);
  expect(hasPreview()).toBe(true);
});
