import { randomUUID } from 'node:crypto';
import { type APIRequestContext, expect, type Page, test } from '@playwright/test';
import { expectAccessible } from './access.ts';
import { registerIn } from './customers.ts';
import { SHOP_TOKEN } from './shop-token.ts';

/** Reports something like the retailer's systems. */
async function put(asking: APIRequestContext, path: string, data: object) {
  const headers = { authorization: `Bearer ${SHOP_TOKEN}` };
  const answer = await asking.put(`/api/${path}`, { headers, data });
  expect(answer.status(), await answer.text()).toBe(200);
}

const card = (page: Page, title: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { level: 2, name: title }) });

test('a voucher says why it cannot be used for one project, and an order uses it up [VOU-01, VOU-02, VOU-03]', async ({
  page,
}) => {
  const mia = await registerIn(page);
  const project = { customerId: mia.customerId, channel: 'pennyfern', version: 1, continueUrl: '/demo-shop' };
  const saved = (code: string, more: object) =>
    put(page.request, `projects/projects/${code}-${randomUUID()}`, { ...project, ...more });
  await saved('FRAMES', { title: 'Frames for Lena', articleType: 'Frame', price: 1_798 });
  await saved('BOOK', { title: 'Kent in June', articleType: 'PhotoBook', price: 3_499 });
  const code = `FRAME-${randomUUID().slice(0, 8)}`;
  await put(page.request, `vouchers/vouchers/${code}`, {
    version: 1,
    title: 'A third off frames',
    value: { percent: 33 },
    minimum: { GBP: 1_500 },
    goodFor: { title: 'Frames', articleTypes: ['Frame'] },
    uses: 'once-per-customer',
    endsAt: '2099-01-01T00:00:00Z',
  });

  await page.goto('/saved-projects');
  await page.getByRole('main').getByRole('link', { name: 'Vouchers', exact: true }).click();
  await expect(page.getByText('You have no vouchers yet.')).toBeVisible();
  const field = page.getByLabel('Voucher code');
  await field.fill('no such code');
  await page.getByRole('button', { name: 'Add' }).click();
  await expect(page.getByText('We could not find a voucher with this code.')).toBeVisible();
  await expectAccessible(page);
  await field.fill(` ${code.toLowerCase().replace('-', ' ')} `);
  await page.getByRole('button', { name: 'Add' }).dblclick();
  const voucher = card(page, 'A third off frames');
  await expect(voucher).toContainText(code);
  await expect(voucher).toContainText('For: Frames · Minimum spend £15.00 · Can be used once');
  await voucher.getByText('Can be used for 1 of your 2 saved projects').click();
  await expect(voucher.getByRole('listitem').filter({ hasText: 'Frames for Lena' })).toContainText(
    '£5.93 off',
  );
  await expect(voucher.getByRole('listitem').filter({ hasText: 'Kent in June' })).toContainText(
    'only for: Frames',
  );
  await expectAccessible(page);

  await page.goto('/saved-projects');
  await expect(card(page, 'Frames for Lena')).toContainText(`Voucher ${code}: £5.93 off`);
  await expect(card(page, 'Kent in June')).not.toContainText('Voucher');

  await page.goto('/demo-shop');
  await page.getByLabel('Voucher code').fill(code);
  await page.getByLabel('Voucher code').press('Enter');
  await expect(page.getByRole('status').filter({ hasText: code })).toContainText('minimum spend £15.00');
  await page.getByRole('button', { name: 'More frames' }).click();
  await expect(page.getByRole('status').filter({ hasText: code })).toContainText('£5.93 off');
  await expect(page.getByText('-£5.93')).toBeVisible();
  await page.getByRole('button', { name: 'Order with obligation to pay' }).click();
  await page.getByRole('link', { name: 'Follow your order' }).click();
  await expect(page.getByText(code)).toBeVisible();

  await page.goto('/vouchers');
  await page.getByText('Used and expired').click();
  await expect(voucher).toContainText('Used for order');

  await page.goto('/demo-shop');
  await page.getByLabel('Voucher code').fill(code);
  await page.getByLabel('Voucher code').press('Enter');
  await expect(page.getByRole('status').filter({ hasText: code })).toContainText('has been used');
});
