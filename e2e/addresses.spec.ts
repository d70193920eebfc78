import { expect, type Page, test } from '@playwright/test';
import { expectAccessible } from './access.ts';
import { registerIn } from './customers.ts';

const card = (page: Page, place: string) => page.getByRole('listitem').filter({ hasText: place });
const fill = async (page: Page, fields: Record<string, string>) => {
  for (const [label, text] of Object.entries(fields))
    await page.getByRole('textbox', { name: label }).fill(text);
};
const save = (page: Page) => page.getByRole('button', { name: 'Save address' });

test('addresses are added, changed in two tabs, deleted and restored [RTE-30, RTE-31, RTE-34, SET-05, ADR-01, ADR-02, ADR-03]', async ({
  page,
}) => {
  await registerIn(page);
  await page.goto('/settings');
  await page.getByRole('link', { name: 'Manage addresses' }).click();
  await expect(page.getByText('Save an address once')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Add address' }).click();
  await fill(page, {
    Street: 'Fernlea Road',
    'House number': '12',
    Postcode: 'sw129',
    'Town or city': 'London',
  });
  await save(page).click();
  await expect(page.getByText('Postal Code must be valid')).toBeVisible();
  await expectAccessible(page);
  // Another country has other fields, and keeps what was typed.
  await page.getByLabel('Country').selectOption('Austria');
  await expect(page.getByRole('textbox', { name: 'Street' })).toHaveValue('Fernlea Road');
  await page.getByLabel('Country').selectOption('United Kingdom');
  await fill(page, { Postcode: 'sw129rt' });
  await save(page).dblclick();
  await expect(page.getByText('The address has been saved.')).toBeVisible();
  await expect(page.getByRole('main').getByRole('listitem')).toHaveCount(1);
  await expect(card(page, 'SW12 9RT')).toContainText('Default for delivery and invoices');

  await page.getByRole('link', { name: 'Add address' }).click();
  await fill(page, { Street: 'Mill Lane', 'House number': '3', Postcode: 'HU1 1AA', 'Town or city': 'Hull' });
  await page.getByRole('checkbox', { name: 'Use as default for invoices' }).check();
  await save(page).click();
  await expect(card(page, 'Mill Lane')).toContainText('Default for invoices');
  await expectAccessible(page);

  const other = await page.context().newPage();
  await page.getByRole('link', { name: /^Change .*Fernlea Road/ }).click();
  await other.goto(page.url());
  await fill(other, { 'Town or city': 'York' });
  await save(other).click();
  await expect(card(other, 'York')).toBeVisible();
  await other.close();
  await fill(page, { 'Town or city': 'Leeds' });
  await save(page).click();
  await expect(page.getByRole('alert')).toContainText('changed on another device');
  await expect(page.getByText('York')).toBeVisible();
  await save(page).click();
  await expect(card(page, 'Leeds')).toBeVisible();

  await page.getByRole('button', { name: /^Delete .*Leeds/ }).click();
  await expect(page.getByText(/^Deleted: .*Leeds.*Your new default: .*Mill Lane/)).toBeVisible();
  await expect(card(page, 'Mill Lane')).toContainText('Default for delivery and invoices');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(card(page, 'Leeds')).toContainText('Default for delivery');
  await expect(card(page, 'Mill Lane')).toContainText('Default for invoices');
  await page.getByRole('link', { name: 'Back to settings' }).click();
  await expect(card(page, 'Leeds')).toContainText('and 1 other');
});
