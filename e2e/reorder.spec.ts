import { expect, test } from '@playwright/test';
import { expectAccessible } from './access.ts';
import { FOUR } from './albums.ts';
import { registerIn } from './customers.ts';
import { expectThumbnails, uploadPhotos } from './photos-by-api.ts';
import { openShop } from './shop.ts';
import { readPictures } from './small-library.ts';

test('an order with a deleted photo is reordered once, and becomes a new paid order [ORD-10, ORD-30]', async ({
  page,
}) => {
  const mia = await registerIn(page);
  const as = { asking: page.request, authorization: mia.authorization };
  const photos = await uploadPhotos(as, await readPictures(FOUR));
  await expectThumbnails(as, photos);
  const shop = openShop(page.request, mia.customerId);
  const photoIds = photos.map(({ imageId }) => imageId);
  const status = 'paymentSuccess';
  const prints = { code: 'PAP_910', title: 'Prints 10 × 15 cm', quantity: 4, price: 76, status, photoIds };
  const frame = { code: 'FRA_910', title: 'Oak frame', quantity: 1, price: 899, status };
  const products = [
    { ...prints, withdrawal: { none: 'personalised' } },
    { ...frame, withdrawal: { days: 14 } },
  ];
  const old = await shop.place({ products, total: 1_365 });
  const deleted = await page.request.delete('/api/photo-management/photos', {
    headers: { authorization: mia.authorization },
    data: { photoIds: photoIds.slice(0, 1) },
  });
  expect(deleted.status(), await deleted.text()).toBeLessThan(300);
  const offered = { total: 1_385, products: [{ code: 'PAP_910', price: 96 }] };
  await shop.report(old, 'reorder-offer', offered);

  await page.goto(`/orders/${old}`);
  await page.getByRole('link', { name: 'Order again' }).click();
  await expect(
    page.getByRole('heading', { level: 1, name: 'Order 4 × Prints 10 × 15 cm, Oak frame again' }),
  ).toBeVisible();
  const list = page.getByRole('region', { name: 'Products' });
  await expect(list).toContainText('1 of its photos has since been deleted');
  await expect(list).toContainText('previously £0.76');
  await expect(page.getByRole('region', { name: 'Delivery' })).toContainText('Fernlea Road');
  const withdrawal = page.getByRole('region', { name: 'Right to cancel' });
  await expect(withdrawal).toContainText('Oak frame: You can cancel the contract within 14 days');
  await expectAccessible(page);

  const second = await page.context().newPage();
  await second.goto(`/orders/${old}/reorder`);
  const button = (tab: typeof page) => tab.getByRole('button', { name: 'Order with obligation to pay' });
  await expect(button(second)).toBeVisible();
  await button(page).dblclick();
  const waits = (tab: typeof page) => tab.getByText('have not accepted the order yet');
  await expect(waits(page)).toBeVisible();
  await expect(waits(second)).toBeVisible();
  await expect(button(second)).toBeHidden();
  await expectAccessible(page);

  const unpaid = { status: 'paymentPending', paymentUrl: '/help/products' };
  const repeated = [{ ...prints, status: 'paymentPending', photoIds: photoIds.slice(1) }];
  const reordered = await shop.place({ ...unpaid, reorderOf: old, products: repeated, total: 1_385 });
  await expect(page.getByRole('link', { name: 'Pay now' })).toHaveAttribute('href', '/help/products');
  await page.getByRole('link', { name: `Ordered again as ${reordered}` }).click();
  await expect(page.getByText(`Order ${reordered} ·`)).toBeVisible();
  await page.getByRole('link', { name: `Repeat of ${old}` }).click();
  await expect(page.getByRole('link', { name: `Ordered again as ${reordered}` })).toBeVisible();

  await shop.report(reordered, 'payment', { status });
  await page.getByRole('link', { name: 'All orders' }).click();
  await expect(page.getByRole('link', { name: /\(order E2E-/ })).toHaveCount(2);
});
