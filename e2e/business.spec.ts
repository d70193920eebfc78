import { randomInt } from 'node:crypto';
import { expect, test } from '@playwright/test';
import { expectAccessible } from './access.ts';
import { createCustomer, keepsake, registerBusinessIn } from './customers.ts';
import { readMails } from './outbox.ts';

/** A unique British VAT id with valid check digits. */
function newVatId(): string {
  const digits = String(randomInt(1_000_000, 9_000_000));
  const sum = [...digits].reduce((total, digit, at) => total + Number(digit) * (8 - at), 0);
  return `gb ${digits}${String((97 - (sum % 97)) % 97).padStart(2, '0')}`;
}

test('a business customer says what is missing, an operator approves it, and the banner goes without a reload [RTE-25, SHL-08, B2B-01, B2B-02, B2B-03, B2B-04, B2B-05, B2B-06, B2B-08, B2B-09]', async ({
  page,
}) => {
  const studio = await registerBusinessIn(page);
  await page.goto('/');
  const banner = page.getByRole('status', { name: 'Business account' });
  await expect(banner).toContainText('Still missing: company, company number, VAT number');
  await banner
    .getByRole('link', { name: 'Missing account details, please complete additional details' })
    .click();
  await expect(page).toHaveURL(/\/settings\/b2b$/);
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Change company details' }).click();
  const fill = (name: string, value: string) => page.getByRole('textbox', { name, exact: true }).fill(value);
  await fill('Company', 'Studio Holm Ltd');
  await fill('Company number', '00000043');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(banner).toContainText('Still missing: VAT number');
  await page.getByRole('link', { name: 'Change company details' }).click();
  // A VAT id used by two accounts would be flagged.
  await fill('VAT number', newVatId());
  await fill('Email address for invoices', 'invoices.holm@example.com');
  await fill('Name', 'Mia Holm');
  await fill('Email', studio.email);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(banner).toHaveText('Pending account validation');

  // From here on the page must not reload.
  await page.evaluate(() => Object.assign(window, { isSamePage: true }));
  expect(await keepsake('business', 'list')).toContain('Studio Holm Ltd');
  const shown = await keepsake('business', 'show', studio.email);
  const [, version = ''] = /version {2}(\S+)/.exec(shown) ?? [];
  await keepsake('business', 'approve', studio.email, version);
  await expect(banner).toHaveText('');
  await readMails(page.request, studio.email, /approved/);
  await keepsake('business', 'block', studio.email, '--reason', 'Three invoices are unpaid');
  await expect(banner).toContainText('Blocked account, please contact customer care');
  await keepsake('business', 'unblock', studio.email);
  await expect(banner).toHaveText('');
  expect(await page.evaluate(() => 'isSamePage' in window)).toBe(true);

  // [B2B-09] The photo library is available to business customers, too.
  await page.getByRole('link', { name: 'Saved photos' }).click();
  await expect(page.getByText('Your photo library is empty')).toBeVisible();
});

test('a consumer who opens the settings of business customers lands on the overview, told why [B2B-07]', async ({
  page,
}) => {
  await createCustomer(page.request);
  await page.goto('/settings/b2b');
  await expect(page.getByRole('heading', { level: 1, name: /^Good/ })).toBeVisible();
  await expect(page).toHaveURL(/\/$/);
  const notice = page.getByRole('region', { name: 'Notifications' });
  await expect(notice.getByText('These settings are for business accounts.')).toBeVisible();
  await notice.getByRole('button', { name: 'Settings' }).click();
  await expect(page).toHaveURL(/\/settings$/);
});
