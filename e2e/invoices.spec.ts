import { createHash, randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { CustomerId } from '@keepsake/contracts/platform/ids';
import { type APIRequestContext, expect, type Locator, type Page, test } from '@playwright/test';
import { expectAccessible } from './access.ts';
import { registerBusinessIn } from './customers.ts';
import { SHOP_TOKEN } from './shop-token.ts';

const authorization = `Bearer ${SHOP_TOKEN}`;
const PDF = Buffer.from('%PDF-1.7 an invoice of the shop');

/** Reports an invoice or credit note with its PDF, as a shop does. */
async function report(asking: APIRequestContext, customerId: CustomerId, details: Record<string, unknown>) {
  const code = randomUUID();
  const address = `/api/invoices/invoices/${code}`;
  const money = {
    currency: 'GBP',
    net: 1_000,
    tax: 200,
    gross: 1_200,
    taxes: [{ rate: 20, net: 1_000, tax: 200 }],
  };
  const context = { customerId, channel: 'pennyfern', version: 1, kind: 'invoice', state: 'paid' };
  const saved = await asking.put(address, {
    headers: { authorization },
    data: { ...context, ...money, ...details },
  });
  expect(saved.status(), await saved.text()).toBe(200);
  const sha256 = createHash('sha256').update(PDF).digest('hex');
  const headers = { authorization, 'content-type': 'application/pdf' };
  const sent = await asking.put(`${address}/pdf?customerId=${customerId}&sha256=${sha256}`, {
    headers,
    data: PDF,
  });
  expect(sent.status(), await sent.text()).toBe(200);
}

test('a business customer finds an invoice, opens it and downloads those of a year [RTE-22, SHL-05, INV-04]', async ({
  page,
}) => {
  const mia = await registerBusinessIn(page);
  const own = mia.customerId.slice(0, 8);
  await page.goto('/');
  await page.getByRole('link', { name: 'Invoices' }).click();
  await expect(page.getByText('You have no invoices yet')).toBeVisible();

  await report(page.request, mia.customerId, { number: `A-${own}`, issuedOn: '2025-11-03' });
  const credit = { kind: 'credit-note', number: `B-${own}`, credits: `A-${own}`, issuedOn: '2025-12-01' };
  await report(page.request, mia.customerId, credit);
  await report(page.request, mia.customerId, { number: `C-${own}`, issuedOn: '2026-05-04' });
  // They appear without a reload.
  await expect(page.getByRole('rowheader')).toHaveText([`C-${own}`, `A-${own}`, `B-${own}Credit note`]);
  for (const number of ['C', 'A', 'B']) await expectOnLine(page, `${number}-${own}`);
  await expectAccessible(page);

  await page.getByLabel('Year').selectOption('2025');
  await expect(page.getByRole('rowheader')).toHaveText([`A-${own}`, `B-${own}Credit note`]);
  await page.getByLabel('Invoice number').fill(`a-${own}`);
  await expect(page).toHaveURL(/year=2025.*number=a-/);
  const link = page.getByRole('link', { name: `Open A-${own} as PDF` });
  const opened = await page.request.get((await link.getAttribute('href')) ?? '');
  expect(opened.headers()['content-disposition']).toContain('inline');
  expect(await opened.body()).toEqual(PDF);

  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download all from 2025' }).click();
  const zip = await readFile(await (await saving).path());
  for (const name of [`A-${own}.pdf`, `B-${own}.pdf`]) expect(zip.includes(name)).toBe(true);
  expect(zip.includes(`C-${own}.pdf`)).toBe(false);

  await page.setViewportSize({ width: 390, height: 844 });
  await expect(link).toBeVisible();
  for (const number of ['A', 'B']) await expectOnLine(page, `${number}-${own}`);
  await expectAccessible(page);
});

/** An invoice's check box stands in the middle of the line with its number, in pixels. */
async function expectOnLine(page: Page, number: string) {
  const link = page.getByRole('link', { name: `Open ${number} as PDF` });
  const middleOf = (one: Locator) =>
    one.evaluate((element) => {
      const { top, height } = element.getBoundingClientRect();
      return top + height / 2;
    });
  const box = await middleOf(page.getByRole('checkbox', { name: number }));
  expect(Math.abs(box - (await middleOf(link)))).toBeLessThan(2);
}

test('an overdue invoice has a sign beside its word, not a colour alone', async ({ page }) => {
  const { customerId } = await registerBusinessIn(page);
  const late = { number: `D-${customerId.slice(0, 8)}`, issuedOn: '2026-01-05', dueOn: '2026-02-04' };
  await report(page.request, customerId, { state: 'open', ...late });
  await report(page.request, customerId, { number: `E-${customerId.slice(0, 8)}`, issuedOn: '2026-01-06' });
  await page.goto('/invoices');
  const signOf = (state: string) =>
    page.getByText(state, { exact: true }).evaluate((one) => {
      const { width, maskImage } = getComputedStyle(one, '::before');
      return { hasDrawing: maskImage.includes('svg'), width: Number.parseFloat(width) };
    });
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 844 });
    await expect(page.getByText('Overdue', { exact: true })).toBeVisible();
    expect(await signOf('Overdue')).toEqual({ hasDrawing: true, width: expect.any(Number) });
    expect((await signOf('Overdue')).width).toBeGreaterThanOrEqual(12);
    expect((await signOf('Paid')).hasDrawing).toBe(false);
  }
});
