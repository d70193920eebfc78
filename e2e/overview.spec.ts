import { randomUUID } from 'node:crypto';
import { expect, type Page, test } from '@playwright/test';
import { expectAccessible } from './access.ts';
import { FOUR } from './albums.ts';
import { registerIn } from './customers.ts';
import { createEditor } from './editor.ts';
import { expectThumbnails, uploadPhotos } from './photos-by-api.ts';
import { day, openShop } from './shop.ts';
import { readPictures } from './small-library.ts';

const part = (page: Page, name: string) => page.getByRole('region', { name });
const PARTS = ['On the way to you', 'Latest photos', 'Projects to finish'] as const;

/** Registers a customer with an order, photos and a project in this page's browser. */
async function prepareOwner(page: Page) {
  const mia = await registerIn(page);
  const as = { asking: page.request, authorization: mia.authorization };
  const photos = await uploadPhotos(as, await readPictures(FOUR));
  await expectThumbnails(as, photos);
  const shop = openShop(page.request, mia.customerId);
  const orderCode = await shop.place();
  const editor = createEditor(page.request, mia.customerId);
  await editor.save({ title: 'Kent in June', keptUntil: `${day(12)}T12:00:00Z` });
  return { ...mia, shop, orderCode, editor };
}

/** Records the page's overview requests; parts named in `broken` fail. */
async function watchOverview(page: Page) {
  const requested: string[] = [];
  const broken = new Set<string>();
  await page.route('**/api/overview/me*', async (route) => {
    requested.push(new URL(route.request().url()).searchParams.get('parts') ?? '');
    const response = await route.fetch();
    const parts = (await response.json()) as Record<string, unknown>;
    for (const name of broken) {
      if (name in parts) parts[name] = { status: 'failed', correlationId: 'fedcba9876543210' };
    }
    await route.fulfill({ response, json: parts });
  });
  return { requested, broken };
}

test('a customer without content sees three suggestions that work [RTE-17, SHL-03]', async ({ page }) => {
  await registerIn(page);
  await page.goto('/');
  const ways = part(page, 'Get started');
  await expect(ways.getByRole('listitem')).toHaveCount(3);
  await expectAccessible(page);
  await ways.getByRole('button', { name: 'Upload your photos' }).click();
  await expect(page.getByRole('tab', { name: 'My device', selected: true })).toBeVisible();
  await page.keyboard.press('Escape');
  await ways.getByRole('button', { name: 'Transfer from your phone' }).click();
  await expect(page.getByRole('tab', { name: 'Transfer from phone', selected: true })).toBeVisible();
  await page.keyboard.press('Escape');
  await ways.getByRole('link', { name: 'See our products' }).click();
  await expect(page).toHaveURL('/help/products');
});

test('the overview loads in one answer, follows changes, and links to everything [RTE-17]', async ({
  page,
}) => {
  const { shop, orderCode, editor } = await prepareOwner(page);
  const { requested } = await watchOverview(page);
  await page.goto('/');
  for (const name of PARTS) await expect(part(page, name)).toBeVisible();
  expect(
    await page
      .getByRole('region')
      .evaluateAll((all) => all.map((one) => one.querySelector('h2')?.textContent)),
  ).toEqual([...PARTS]);
  expect(requested).toEqual(['orders,storage,photos,onThisDay,projects,vouchers']);
  await expect(part(page, 'Latest photos').getByText('4 photos in your library')).toBeVisible();
  await expect(part(page, 'Projects to finish').getByText(/^Kept until/)).toBeVisible();
  await expectAccessible(page);

  await shop.report(orderCode, 'status', { status: 'ProductionStarted' });
  await expect(part(page, 'On the way to you').getByText('In production')).toBeVisible();
  await editor.save({ title: 'Kent in July' });
  await expect(page.getByRole('heading', { level: 3, name: 'Kent in July' })).toBeVisible();
  const unpaid = await shop.place({
    status: 'paymentPending',
    products: [{ code: 'P', quantity: 1, price: 475, status: 'paymentPending' }],
  });
  await expect(part(page, 'To be paid').getByRole('listitem')).toContainText(unpaid);
  await expect(part(page, 'To be paid').getByText(/^Please pay by|^Pay /)).toBeVisible();
  await expect(part(page, 'On the way to you').getByRole('listitem')).not.toContainText(unpaid);
  expect(requested.slice(1)).not.toContain(requested[0]);

  await part(page, 'On the way to you').getByRole('link', { name: orderCode }).click();
  await expect(page).toHaveURL(`/orders/${orderCode}`);
});

test('each part fails alone and is retried alone', async ({ page }) => {
  await prepareOwner(page);
  const { requested, broken } = await watchOverview(page);
  const failures = {
    orders: 'Your orders could not be loaded.',
    storage: 'We could not check how long your photos are stored.',
    photos: 'Your latest photos could not be loaded.',
    onThisDay: 'Your photos from this day could not be loaded.',
    projects: 'Your saved projects could not be loaded.',
    vouchers: 'Your vouchers could not be loaded.',
  };
  const shows = { orders: PARTS[0], photos: PARTS[1], projects: PARTS[2] };
  for (const [name, sentence] of Object.entries(failures)) {
    broken.add(name);
    await page.goto('/');
    const failure = page.getByRole('alert').filter({ hasText: sentence });
    await expect(failure).toContainText('Reference: fedcba98');
    await expect(page.getByRole('alert')).toHaveCount(1);
    for (const [other, heading] of Object.entries(shows)) {
      await expect(part(page, heading)).toBeVisible({ visible: other !== name });
    }
    broken.clear();
    await failure.getByRole('button', { name: 'Try again' }).click();
    await expect(failure).toBeHidden();
    for (const heading of PARTS) await expect(part(page, heading)).toBeVisible();
    expect(requested.at(-1)).toBe(name);
  }
  await page.route('**/api/overview/me*', (route) => route.fulfill({ status: 400, json: { code: 'x' } }));
  await page.goto('/');
  await expect(page.getByRole('alert')).toHaveCount(1);
  await expect(page.getByRole('navigation', { name: 'Account' })).toBeVisible();
});

test('on a narrow phone an order number is shown whole', async ({ page }) => {
  const { customerId } = await registerIn(page);
  const orderCode = `SHOP-${randomUUID().slice(0, 18)}`;
  await openShop(page.request, customerId).place({ orderCode, total: 123_456 });
  await page.setViewportSize({ width: 360, height: 740 });
  for (const address of ['/', '/orders']) {
    await page.goto(address);
    const code = page.getByText(orderCode, { exact: true });
    await expect(code).toBeVisible();
    const { inside, end } = await code.evaluate((one) => ({
      inside: one.scrollWidth <= one.clientWidth,
      end: one.getBoundingClientRect().right,
    }));
    expect(inside, address).toBe(true);
    expect(end, address).toBeLessThanOrEqual(360 - 16);
  }
});
