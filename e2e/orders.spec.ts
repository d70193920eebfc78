import type { CustomerId } from '@keepsake/contracts/platform/ids';
import { type APIRequestContext, expect, type Page, test } from '@playwright/test';
import { expectAccessible } from './access.ts';
import { FOUR } from './albums.ts';
import { registerIn } from './customers.ts';
import { expectThumbnails, uploadPhotos } from './photos-by-api.ts';
import { day, openShop } from './shop.ts';
import { readPictures } from './small-library.ts';

const DAY_MS = 86_400_000;

/** A shop with one unpaid order of a book, whose address can be changed for a day. */
async function placeBook(
  asking: APIRequestContext,
  customerId: CustomerId,
  photoIds: readonly string[] = [],
) {
  const shop = openShop(asking, customerId);
  const status = 'paymentPending';
  const book = { code: 'BOOK', title: 'Photo book, 24 pages', quantity: 1, price: 1_998 };
  const orderCode = await shop.place({
    status,
    addressChangeableUntil: new Date(Date.now() + DAY_MS).toISOString(),
    paymentUrl: '/help/products',
    products: [{ ...book, netPrice: 1_665, vatRate: 20, status, photoIds }],
  });
  const report = (type: string, data: object, more: object = {}) => shop.report(orderCode, type, data, more);
  return { orderCode, report };
}

const step = (page: Page) => page.locator('[aria-current="step"]');

/** No panel and no step of the progress has an empty end, none leaves a hole above the next one, and the columns begin level. */
async function expectNoHoles(page: Page): Promise<void> {
  const measure = (all: Element[]) =>
    all.map((one) => {
      const { left, top, bottom } = one.getBoundingClientRect();
      const end = Math.max(...[...one.children].map((child) => child.getBoundingClientRect().bottom));
      return { left, top, bottom, empty: bottom - end };
    });
  const panels = await page.locator('main section').evaluateAll(measure);
  const steps = await page.getByRole('list', { name: 'Progress' }).locator('> li').evaluateAll(measure);
  expect(panels.length).toBeGreaterThan(3);
  for (const { empty } of [...panels, ...steps]) expect(empty).toBeLessThanOrEqual(22);
  for (const { left, top } of panels) {
    const above = panels.findLast((other) => other.left === left && other.bottom <= top);
    expect(top).toBeCloseTo(above ? above.bottom + 16 : (panels[0]?.top ?? 0), 0);
  }
}

test('an order is followed live from its payment to its delivery [RTE-19, RTE-20, ORD-01, ORD-07]', async ({
  browser,
  page,
}) => {
  const mia = await registerIn(page);
  const as = { asking: page.request, authorization: mia.authorization };
  const photos = await uploadPhotos(as, await readPictures(FOUR));
  await expectThumbnails(as, photos);
  await page.goto('/');
  await page.getByRole('link', { name: 'My orders' }).click();
  await expect(page.getByText("You haven't ordered anything yet!")).toBeVisible();
  await expectAccessible(page);

  const photoIds = photos.map(({ imageId }) => imageId);
  const shop = await placeBook(page.request, mia.customerId, photoIds);
  const card = (status: string) =>
    page.getByRole('listitem').filter({ hasText: shop.orderCode }).filter({ hasText: status });
  const link = page.getByRole('link', { name: `(order ${shop.orderCode})` });
  await expect(card('Awaiting payment')).toBeVisible();
  await expect(page.getByText('Please pay by')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Pay now' })).toHaveAttribute('href', '/help/products');
  await expectAccessible(page);
  await shop.report('payment', { status: 'paymentSuccess' });
  await expect(card('Ordered')).toBeVisible();

  await link.click();
  await expect(page.getByText(`Order ${shop.orderCode} ·`)).toBeVisible();
  await expect(step(page)).toContainText('Ordered');
  await expect(page.getByRole('link', { name: /^Photo \d of this order/ })).toHaveCount(4);
  await expectNoHoles(page);
  await shop.report('status', { status: 'ProductionStarted' }, { place: 'Leeds' });
  await expect(step(page)).toContainText('In production');
  await expect(step(page)).toContainText('Leeds');
  const later = { from: day(7), to: day(8), reason: 'high-demand' };
  await shop.report('delivery-promise', later, { note: 'We are sorry to keep you waiting.' });
  const delivery = page.getByRole('region', { name: 'Delivery' });
  await expect(delivery).toContainText('Demand is high at the moment.');
  await expect(delivery).toContainText('We are sorry to keep you waiting.');
  await expect(page.getByText(/^Delayed, now expected/)).toBeVisible();
  await expectNoHoles(page);
  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Add to calendar' }).click();
  expect((await saving).suggestedFilename()).toBe(`${shop.orderCode}.ics`);

  const parcel = { parcelId: 'P1', carrier: 'Royal Mail', trackingNumber: 'RM42' };
  const trackingUrl = 'https://track.example/RM42';
  await shop.report('parcel', { ...parcel, trackingUrl, state: 'in-transit' }, { place: 'Swindon' });
  await expect(step(page)).toContainText('Sent');
  await expect(page.getByRole('link', { name: /Track parcel RM42/ })).toHaveAttribute('href', trackingUrl);
  await expectAccessible(page);
  await shop.report('parcel', { ...parcel, state: 'delivered' });
  await expect(step(page)).toContainText('Delivered');
  await expectNoHoles(page);

  await page.getByRole('link', { name: 'All orders' }).click();
  await expect(card('Delivered')).toBeVisible();

  const other = await (await browser.newContext()).newPage();
  await registerIn(other);
  await other.goto(`/orders/${shop.orderCode}`);
  await expect(other.getByText('Order not found')).toBeVisible();
  await other.context().close();
});

test('an order’s address is changed in time, refused by production, and then too late [ORD-08, ORD-09]', async ({
  page,
}) => {
  const mia = await registerIn(page);
  const shop = await placeBook(page.request, mia.customerId);
  await page.goto(`/orders/${shop.orderCode}`);
  const delivery = page.getByRole('region', { name: 'Delivery' });
  const field = (name: string) => delivery.getByRole('textbox', { name: new RegExp(`^${name}`) });
  const send = delivery.getByRole('button', { name: 'Send new address' });
  const change = delivery.getByRole('button', { name: 'Change address' });
  await expect(delivery).toContainText('You can change the address until');

  await change.click();
  await expect(field('Name')).toBeFocused();
  await expect(field('Postcode')).toHaveValue('SW12 9RT');
  await field('Postcode').fill('xxEC1Y 8SYyy');
  await field('Phone number').fill('12');
  await page.keyboard.press('Enter');
  await expect(field('Postcode')).toBeFocused();
  await expect(delivery).toContainText('Postal Code must be valid');
  await expect(delivery).toContainText('Phone number must be valid');
  await expectAccessible(page);
  await field('Postcode').fill('ec1y8sy');
  await field('Phone number').fill('020 7946 0958');
  await field('House number').fill('7a');
  await field('Street').fill('Errol Street');
  await send.click();
  await expect(delivery).toContainText('We have asked for your order to go to the new address.');
  await expect(delivery).toContainText('7a Errol StreetLondonEC1Y 8SYUnited Kingdom+44 20 7946 0958');
  await page.reload();
  await expect(delivery).toContainText('We have asked for your order to go to the new address.');
  await expectAccessible(page);
  await shop.report('address-accepted', { version: 2 });
  await expect(delivery).toContainText('Your order will go to this new address.');

  await change.click();
  await field('House number').fill('9');
  await send.click();
  await shop.report('address-refused', { version: 3 }, { note: 'The label is printed.' });
  await expect(delivery).toContainText('The delivery address could not be changed.The label is printed.');
  await expect(delivery.locator('address').first()).toContainText('7a Errol Street');

  await change.click();
  await field('House number').fill('11');
  await shop.report('address-deadline', { until: null });
  await expect(delivery).not.toContainText('You can change the address until');
  await send.click();
  await expect(delivery.getByRole('alert')).toContainText('The address can no longer be changed');
  await expect(send).toBeFocused();
  await expect(field('House number')).toHaveValue('11');
  await delivery.getByRole('button', { name: 'Cancel' }).click();
  await expect(change).toHaveCount(0);
});
