import { expect, test } from '@playwright/test';
import { createAlbum, tiles } from './albums.ts';
import { registerIn } from './customers.ts';
import { expectRoomForEnlargedText } from './enlarged-text.ts';
import { day, openShop } from './shop.ts';
import { openLibrary } from './small-library.ts';

// That every page has room for it is seen where each is opened to measure what is pressed there.
test.use({ viewport: { width: 390, height: 740 }, isMobile: true, hasTouch: true });

test('the bar of a selection has room for text at 200 %, in the library and in an album', async ({
  page,
}) => {
  await openLibrary(page);
  await page.getByRole('button', { name: 'Select', exact: true }).click();
  await tiles(page).first().click();
  await expect(page.getByRole('toolbar')).toBeVisible();
  await expectRoomForEnlargedText(page);
  await page.getByRole('button', { name: 'Cancel' }).click();
  await createAlbum(page, 'Sea');
  await expectRoomForEnlargedText(page);
});

test('an order that comes later than promised has room for text at 200 %', async ({ page }) => {
  const shop = openShop(page.request, (await registerIn(page)).customerId);
  const orderCode = await shop.place();
  await shop.report(orderCode, 'delivery-promise', { from: day(8), to: day(9), reason: 'high-demand' });
  await page.goto(`/orders/${orderCode}`);
  await expect(page.getByText('Now expected', { exact: true })).toBeVisible();
  await expectRoomForEnlargedText(page);
});
