import { expect, type Page, test } from '@playwright/test';
import { endingIn, kilobytesOf, MAX_FIRST_SCRIPTS, readLoadedFiles } from '../scripts/first-files.ts';
import { FOUR } from './albums.ts';
import { registerIn } from './customers.ts';
import { uploadPhotos } from './photos-by-api.ts';
import { openShop } from './shop.ts';
import { readPictures } from './small-library.ts';
import { expectPictures } from './stillness.ts';

/** The typeface without the weights that no style sheet uses; the full one is 48. */
const MAX_TYPEFACE = 32;
/** Of the scripts that the orders load beside those of the timeline, in kB. */
const MAX_ORDERS = 60;
/** Where other work occupies the machine, what waits for an idle browser may come before the first picture. */
const LOADS = 3;

/** What a browser with this session and an empty cache loads for an address. */
async function loadAnew(page: Page, address: string, isThere: (page: Page) => Promise<unknown>) {
  const storageState = await page.context().storageState();
  const context = await page.context().browser()?.newContext({ storageState });
  if (!context) throw new Error('There is no browser');
  const other = await context.newPage();
  await other.goto(address);
  await isThere(other);
  await other.waitForLoadState('networkidle');
  const files = await readLoadedFiles(other);
  await context.close();
  return files;
}

test('the timeline loads its first scripts within their limit, and the orders few more [ORD-01]', async ({
  page,
}) => {
  const mia = await registerIn(page);
  const as = { asking: page.request, authorization: mia.authorization };
  await uploadPhotos(as, await readPictures(FOUR));
  await openShop(page.request, mia.customerId).place({});

  const weights: number[] = [];
  let timeline = await loadAnew(page, '/my-photos/photos', expectPictures);
  for (let load = 1; load <= LOADS; load++) {
    weights.push(kilobytesOf(timeline.first, '.js'));
    if (Math.min(...weights) <= MAX_FIRST_SCRIPTS) break;
    timeline = await loadAnew(page, '/my-photos/photos', expectPictures);
  }
  expect(Math.min(...weights)).toBeGreaterThan(100);
  expect(Math.min(...weights)).toBeLessThanOrEqual(MAX_FIRST_SCRIPTS);
  const all = [...timeline.first, ...timeline.later];
  expect(endingIn(all, '.woff2')).toHaveLength(1);
  expect(kilobytesOf(all, '.woff2')).toBeLessThanOrEqual(MAX_TYPEFACE);

  const orders = await loadAnew(page, '/orders', (other) =>
    expect(other.getByText('Photo book, 24 pages')).toBeVisible(),
  );
  const existing = new Set(all.map(({ path }) => path));
  const more = [...orders.first, ...orders.later].filter(({ path }) => !existing.has(path));
  expect(kilobytesOf(more, '.js')).toBeGreaterThan(0);
  expect(kilobytesOf(more, '.js')).toBeLessThanOrEqual(MAX_ORDERS);
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
