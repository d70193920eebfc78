import { expect, type Page, test } from '@playwright/test';
import { expectAccessible } from './access.ts';
import { FOUR } from './albums.ts';
import { registerIn, signIn } from './customers.ts';
import { expectThumbnails, uploadPhotos } from './photos-by-api.ts';
import { readPictures } from './small-library.ts';

test.use({ contextOptions: { reducedMotion: 'reduce' } });
test.setTimeout(180_000);

const step = (page: Page) => page.locator('[aria-current="step"]');

/** A customer in the demo shop, with four photos to print. */
async function openDemoShop(page: Page) {
  const mia = await registerIn(page);
  const as = { asking: page.request, authorization: mia.authorization };
  const photos = await uploadPhotos(as, await readPictures(FOUR));
  await expectThumbnails(as, photos);
  const selection = await page.request.post('/api/temp-selections/temp-selections', {
    headers: { authorization: mia.authorization },
    data: { photoIds: photos.map(({ imageId }) => imageId) },
  });
  const { tempSelectionId } = await selection.json();
  await page.goto(`/demo-shop?tempSelectionId=${tempSelectionId}&productCode=PAP_910&channel=pennyfern`);
  return mia;
}

test('[ORD-01, ORD-07, ORD-10] an order of the demo shop is watched on two devices through its whole life, with a delay, and made again', async ({
  page,
  browser,
}) => {
  const mia = await openDemoShop(page);
  for (let prints = 1; prints < 5; prints++) await page.getByRole('button', { name: 'More prints' }).click();
  await expect(page.getByText('20 prints')).toBeVisible();
  await expect(page.getByText('£7.79')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Place order' }).dblclick();
  await page.getByRole('link', { name: 'Follow your order' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Order DEMO-[0-9A-F]{12}$/);

  const phone = await (await browser.newContext({ viewport: { width: 390, height: 844 } })).newPage();
  await phone.goto('/orders');
  await signIn(phone, mia);
  const card = (status: string) => phone.getByRole('link', { name: new RegExp(`^${status} \\(order DEMO-`) });
  await expect(phone.getByRole('link', { name: /\(order DEMO-/ })).toHaveCount(1);

  const progress = page.getByRole('region', { name: 'Progress' });
  await expect(progress).toContainText('Payment received');
  await expect(step(page)).toContainText('In production');
  const delivery = page.getByRole('region', { name: 'Delivery' });
  await expect(delivery).toContainText('Many orders are being made at the moment.');
  await expect(delivery).toContainText('Yours is a large order. We are making it now.');
  await expect(step(page)).toContainText('Delivered', { timeout: 40_000 });
  await expect(delivery).toContainText('Parcelwing');
  await expect(card('Delivered')).toBeVisible();
  await expectAccessible(page);

  await page.getByRole('link', { name: 'Order again' }).click();
  await page.getByRole('button', { name: 'Order with obligation to pay' }).click();
  await expect(page.getByRole('link', { name: /^Ordered again as DEMO-/ })).toBeVisible();
  await expect(phone.getByRole('link', { name: /\(order DEMO-/ })).toHaveCount(2);
  await phone.context().close();
});
