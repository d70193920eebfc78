import { randomUUID } from 'node:crypto';
import type { CustomerId } from '@keepsake/contracts/platform/ids';
import { expect, type Page, test } from '@playwright/test';
import { expectAccessible } from './access.ts';
import { registerIn } from './customers.ts';
import { createEditor } from './editor.ts';
import { SHOP_TOKEN } from './shop-token.ts';

const authorization = `Bearer ${SHOP_TOKEN}`;

/** The calendar day a number of days from now. */
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

/** Reports something about orders, as the shop does. */
async function report(page: Page, path: string, data: object) {
  const headers = { authorization, 'idempotency-key': randomUUID() };
  const answer = await page.request.post(`/api/orders/${path}`, { headers, data });
  expect(answer.status(), await answer.text()).toBe(200);
}

async function placeOrder(page: Page, customerId: CustomerId, days: { from: string; to: string }) {
  const orderCode = `E2E-${randomUUID().slice(0, 8)}`;
  await report(page, 'orders', {
    orderCode,
    customerId,
    channel: 'pennyfern',
    currency: 'GBP',
    total: 475,
    status: 'Confirmed',
    deliveryPromise: days,
    products: [
      { code: 'PAP_910', title: 'Prints', quantity: 25, price: 475, status: 'Confirmed', photoIds: [] },
    ],
  });
  return orderCode;
}

const dialog = (page: Page) => page.getByRole('dialog', { name: 'When do you need it by?' });

async function setDay(page: Page, day: string, occasion?: string) {
  await dialog(page).getByLabel('Date').fill(day);
  if (occasion) await dialog(page).getByLabel('Occasion').fill(occasion);
  await dialog(page).getByRole('button', { name: 'Save' }).dblclick();
}

test('a customer sets the date by which an order is needed and is notified when it will be late', async ({
  page,
}) => {
  const mia = await registerIn(page);
  const orderCode = await placeOrder(page, mia.customerId, { from: inDays(3), to: inDays(4) });
  await page.goto(`/orders/${orderCode}`);
  await page.getByRole('button', { name: 'Need it by a certain day?' }).click();
  await expect(dialog(page)).toBeVisible();
  await expectAccessible(page);
  await dialog(page).getByRole('button', { name: 'Save' }).click();
  await expect(dialog(page).getByText('Enter a date.')).toBeVisible();
  await dialog(page).getByLabel('Date').fill(inDays(-2));
  await dialog(page).getByRole('button', { name: 'Save' }).click();
  await expect(dialog(page).getByText('This date is in the past.')).toBeVisible();
  await setDay(page, inDays(6), "Grandma's 80th");
  await expect(dialog(page)).toBeHidden();
  const line = page.getByRole('main').getByText(/In time · Grandma's 80th/);
  await expect(line).toBeVisible();
  await expectAccessible(page);

  const late = { from: inDays(8), to: inDays(9), reason: 'production-delay' };
  const event = { id: randomUUID(), orderCode, happenedAt: new Date().toISOString() };
  await report(page, 'order-events', { events: [{ ...event, type: 'delivery-promise', data: late }] });
  await expect(page.getByText(/Too late · Grandma's 80th/)).toBeVisible();
  await expect(page.getByText('What you can still do:')).toBeVisible();
  const care = page.getByRole('link', { name: 'Ask us what we can do for this order' });
  await expect(care).toHaveAttribute('href', new RegExp(orderCode));
  await expectAccessible(page);

  await page.goto('/orders');
  await expect(page.getByText(/Too late · Grandma's 80th/)).toBeVisible();
  await page.goto('/');
  await expect(page.getByText(/Too late · Grandma's 80th/)).toBeVisible();
});

test('two tabs set the date: the later one gets a conflict, and the date can be removed', async ({
  page,
  context,
}) => {
  const mia = await registerIn(page);
  const orderCode = await placeOrder(page, mia.customerId, { from: inDays(3), to: inDays(4) });
  const other = await context.newPage();
  for (const tab of [page, other]) {
    await tab.goto(`/orders/${orderCode}`);
    await tab.getByRole('button', { name: 'Need it by a certain day?' }).click();
    await expect(dialog(tab)).toBeVisible();
  }
  await setDay(page, inDays(6));
  await expect(dialog(page)).toBeHidden();
  await setDay(other, inDays(7));
  await expect(dialog(other).getByText('This has since been changed elsewhere.')).toBeVisible();
  await other.keyboard.press('Escape');
  await other.getByRole('button', { name: 'Discard changes' }).click();
  await other.getByRole('button', { name: 'Change date' }).click();
  await expect(dialog(other).getByLabel('Date')).toHaveValue(inDays(6));
  await dialog(other).getByRole('button', { name: 'Remove date' }).dblclick();
  await expect(other.getByRole('button', { name: 'Need it by a certain day?' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Need it by a certain day?' })).toBeVisible();
});

test('a saved project shows its order deadline, and alternatives once that has passed', async ({ page }) => {
  const mia = await registerIn(page);
  const editor = createEditor(page.request, mia.customerId);
  await editor.save({
    title: 'Our summer',
    article: 'BOOK_L28',
    articleType: 'PhotoBook',
    product: 'Photo book',
  });
  await page.goto('/saved-projects');
  await page.getByRole('button', { name: 'Need it by a certain day?' }).click();
  await setDay(page, inDays(40), 'Wedding of Tom');
  const card = page.getByRole('listitem').filter({ hasText: 'Our summer' });
  await expect(card).toContainText('In time · Wedding of Tom');
  await expect(card).toContainText(/Order by \w+ \d+ \w+, 12:00( \(.+\))?, to get it in time/);
  await expectAccessible(page);
  await page.goto('/');
  await expect(page.getByText(/In time · Wedding of Tom/)).toBeVisible();

  await page.goto('/saved-projects');
  await page.getByRole('button', { name: 'Change date' }).click();
  await setDay(page, inDays(1));
  await expect(card).toContainText('Too late');
  await expect(card).toContainText('If you order now, it will arrive between');
  await expectAccessible(page);
});
