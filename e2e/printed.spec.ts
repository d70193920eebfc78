import { expect, type Page, test } from '@playwright/test';
import { expectAccessible } from './access.ts';
import { tiles } from './albums.ts';
import { openLibrary } from './small-library.ts';

test.use({ contextOptions: { reducedMotion: 'reduce' }, viewport: { width: 1280, height: 1_600 } });
test.setTimeout(180_000);

/** Orders prints like another device of the customer. */
async function createOrderer(page: Page) {
  const authorized = page.waitForRequest((request) => request.headers().authorization !== undefined);
  await page.reload();
  const authorization = (await authorized).headers().authorization ?? '';
  const post = async (path: string, data: object) =>
    (await page.request.post(`/api/${path}`, { headers: { authorization }, data })).json();
  return async (...photoIds: string[]) => {
    const { tempSelectionId } = await post('temp-selections/temp-selections', { photoIds });
    const order = { tempSelectionId, channel: 'pennyfern', productCode: 'PAP_910', quantity: 1 };
    expect(await post('orders/demo-shop/orders', order)).toHaveProperty('orderCode');
  };
}

const idsOf = (page: Page) =>
  tiles(page).evaluateAll((all) =>
    all.map((one) => one.getAttribute('href')?.match(/[0-9a-f-]{36}/)?.[0] ?? ''),
  );
const printed = (page: Page) => page.getByRole('link', { name: 'Used in an order' });
const badges = (page: Page) => page.getByTitle('Used in an order');
const filter = (page: Page) => page.getByRole('button', { name: 'Not yet printed' });
const photo = (page: Page, place: string) => page.getByRole('status').filter({ hasText: place });

test('ordered photos say so immediately, and are marked while selecting; photos not yet printed can be filtered and selected', async ({
  page,
}) => {
  await openLibrary(page);
  const order = await createOrderer(page);
  await expect(tiles(page)).toHaveCount(4);
  await expect(filter(page)).toHaveCount(0);
  const [first = '', second = '', third = '', fourth = ''] = await idsOf(page);

  await order(second, fourth);
  await expect(printed(page)).toHaveCount(2);
  await expect(badges(page)).toHaveCount(0);
  await page.getByRole('button', { name: 'Select', exact: true }).click();
  await expect(badges(page)).toHaveCount(2);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Cancel' }).click();
  await filter(page).click();
  await expect(filter(page)).toHaveAttribute('aria-pressed', 'true');
  await expect(page).toHaveURL(/\/my-photos\/photos\?filter=notPrinted$/);
  await expect(tiles(page)).toHaveCount(2);
  await expect(printed(page)).toHaveCount(0);
  await expectAccessible(page);

  for (const sort of ['Date taken', 'Upload date']) {
    await page.getByRole('combobox', { name: 'Sort by' }).selectOption(sort);
    await tiles(page).first().click();
    await expect(page).toHaveURL(/preview\/[0-9a-f-]{36}\?filter=notPrinted$/);
    await expect(photo(page, 'Photo 1 of 2')).toBeAttached();
    await expect(page.getByText(/^(Prints well up to|Too few pixels)/)).toBeVisible();
    await page.keyboard.press('ArrowRight');
    await expect(photo(page, 'Photo 2 of 2')).toBeAttached();
    await expect(page).toHaveURL(/preview\/[0-9a-f-]{36}\?filter=notPrinted$/);
    await page.keyboard.press('Escape');
    await expect(page).toHaveURL(/\/photos\?filter=notPrinted$/);
    await expect(tiles(page)).toHaveCount(2);
  }
  await page.reload();
  await expect(tiles(page)).toHaveCount(2);

  await page.getByRole('button', { name: 'Select', exact: true }).click();
  await page.getByRole('button', { name: 'Select all', exact: true }).click();
  await expect(page.getByText('2 selected')).toBeVisible();
  await order(first);
  await expect(page.getByText('1 selected')).toBeVisible();
  await expect(tiles(page)).toHaveCount(1);
  await page.getByRole('button', { name: 'Cancel' }).click();

  await order(third);
  await expect(page.getByText('Everything here has been printed')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'All photos' }).click();
  await expect(page).toHaveURL(/\/my-photos\/photos$/);
  await expect(printed(page)).toHaveCount(4);
});
