import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, type Page, test } from '@playwright/test';
import { FOUR } from './albums.ts';
import { registerIn } from './customers.ts';
import { expectThumbnails, uploadPhotos } from './photos-by-api.ts';
import { day, openShop } from './shop.ts';
import { readPictures } from './small-library.ts';

test.use({ isMobile: true, hasTouch: true });

const LOCALES = ['en-GB', 'de-AT', 'nl-NL', 'fr-FR', 'sv-SE'];
const PHONES = [
  { width: 390, height: 844 },
  { width: 360, height: 740 },
];
const folder = path.resolve(import.meta.dirname, '../apps/web/locales');
const strip = (page: Page) => page.locator('main a[href="/my-photos/photos"]:has(img)');

const thumbs = (page: Page) => page.locator('nav:not(aside *):has(> a[href="/orders"])');

/** How much of the customer's photos is seen above the bar for thumbs without scrolling, in pixels. */
async function seenOfPhotos(page: Page): Promise<number> {
  const [photos, bar] = [await strip(page).boundingBox(), await thumbs(page).boundingBox()];
  if (!photos || !bar) throw new Error('There are no photos, or no bar');
  return Math.min(photos.y + photos.height, bar.y) - photos.y;
}

/** Expects this much of the photos in the first screen of these phones, in every language. */
async function expectPhotos(page: Page, situation: string, pixels: readonly number[]): Promise<void> {
  for (const locale of LOCALES) {
    const json = JSON.parse(await readFile(path.join(folder, `${locale}.json`), 'utf8'));
    await page.route('**/locales/*.json*', (route) => route.fulfill({ json }));
    for (const phone of PHONES.slice(0, pixels.length)) {
      await page.setViewportSize(phone);
      await page.goto('/');
      await expect(strip(page)).toBeVisible();
      await expect(thumbs(page)).toBeVisible();
      await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
      const seen = await seenOfPhotos(page);
      expect(seen, `${situation}, ${locale}, ${phone.width} px`).toBeGreaterThanOrEqual(
        pixels[PHONES.indexOf(phone)] ?? 0,
      );
    }
    await page.unrouteAll({ behavior: 'ignoreErrors' });
  }
}

test('a phone shows its photos in the first screen, whatever is on its way, in every language', async ({
  page,
}) => {
  test.setTimeout(240_000);
  const mia = await registerIn(page);
  const as = { asking: page.request, authorization: mia.authorization };
  await expectThumbnails(as, await uploadPhotos(as, await readPictures(FOUR)));
  const shop = openShop(page.request, mia.customerId);
  const status = 'paymentSuccess';
  const products = ['Photo book with linen cover, 24 pages', 'Calendar for the wall, A3'].map(
    (title, at) => ({ code: `P-${at}`, title, quantity: 1, price: 900, status }),
  );
  await expectPhotos(page, 'no orders', [120, 120]);
  for (let placed = 0; placed < 3; placed += 1) await shop.place({ products, total: 123_456 });
  await expectPhotos(page, 'three orders', [120, 120]);
  for (let placed = 0; placed < 9; placed += 1) await shop.place({ products, total: 123_456 });
  await expectPhotos(page, 'twelve orders', [120, 120]);
  await shop.place({
    status: 'paymentPending',
    products: [{ code: 'P', title: 'Prints', quantity: 1, price: 475, status: 'paymentPending' }],
    deliveryPromise: { from: day(6), to: day(7) },
  });
  // What is to be paid stands first, and still leaves the photos some of the larger phone.
  await expectPhotos(page, 'an order to be paid', [50]);
});
