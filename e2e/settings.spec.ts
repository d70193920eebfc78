import { type Browser, expect, type Page, test } from '@playwright/test';
import { expectAccessible } from './access.ts';
import { registerIn, signIn } from './customers.ts';
import { linkFromOutbox } from './outbox.ts';

const group = (page: Page, name: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { level: 2, name }) });

test('a customer finds the settings and changes their details by keyboard only [RTE-24, RTE-28, SHL-07, SET-02, SET-10]', async ({
  page,
}) => {
  await registerIn(page);
  await page.goto('/');
  await page.getByRole('link', { name: 'Settings' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeFocused();
  await expect(group(page, 'Personal details')).toContainText('Mia Holm');
  const deletion = page.getByRole('link', { name: 'Delete account' });
  await expect(deletion).toHaveCSS('color', 'rgb(179, 38, 30)');
  const sign = await deletion.evaluate((link) => getComputedStyle(link, '::before').maskImage);
  expect(sign, 'the sign of danger').toContain('svg');
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Change personal details' }).focus();
  await page.keyboard.press('Enter');
  const name = page.getByRole('textbox', { name: 'Name' });
  await expect(name).toHaveValue('Mia Holm');
  await expectAccessible(page);

  await name.fill('<Mia>');
  await page.getByRole('textbox', { name: 'Phone number' }).fill('12');
  await page.keyboard.press('Enter');
  await expect(name).toBeFocused();
  await expect(page.getByText('Enter your name')).toBeVisible();
  await expect(page.getByText('Phone number must be valid')).toBeVisible();
  await expectAccessible(page);
  await name.fill('Mia Berg');
  await page.getByRole('textbox', { name: 'Phone number' }).fill('020 7946 0958');
  await page.getByLabel('Date of birth').fill('1988-02-29');
  await page.getByLabel('Email language').selectOption('Svenska');
  await page.getByRole('button', { name: 'Save' }).dblclick();

  await expect(page.getByText('Your details have been saved.')).toBeVisible();
  await expect(group(page, 'Personal details')).toContainText('Mia Berg+44 20 7946 095829 February 1988');
  await expect(group(page, 'Language')).toContainText('svenska');
  await expect(page.getByRole('button', { name: "Mia Berg's account" })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('button', { name: "Mia Berg's account" })).toBeVisible();
});

test('settings that fail to load say so; what was typed survives a failure [SET-01, SET-10]', async ({
  page,
}) => {
  await registerIn(page);
  await page.goto('/settings/personal-details');
  const name = page.getByRole('textbox', { name: 'Name' });
  await name.fill('Mia Berg');
  const me = '**/api/customers/customers/me';
  await page.route(me, (route) => route.fulfill({ status: 500, json: {} }));
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('alert')).toContainText('Everything you typed is still here');
  await expect(name).toHaveValue('Mia Berg');
  await page.unroute(me);
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(group(page, 'Personal details')).toContainText('Mia Berg');

  await page.route(me, (route) => route.fulfill({ status: 400, json: {} }));
  await page.reload();
  await expect(page.getByText('An error occurred loading your settings')).toBeVisible();
  // Parts loaded last also request the customer.
  await page.waitForLoadState('networkidle');
  await page.unroute(me);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(group(page, 'Personal details')).toContainText('Mia Berg');
});

test('cards are added through the provider, whose result the server queries, and removed [RTE-29, SET-03, SET-11]', async ({
  page,
}) => {
  await registerIn(page);
  await page.goto('/settings');
  await page.getByRole('link', { name: 'Manage payment methods' }).click();
  await expect(page.getByText('Save a card or direct debit for next time')).toBeVisible();
  await expectAccessible(page);
  const add = async (choice: string) => {
    await page.getByRole('button', { name: 'Add payment method' }).click();
    await expect(page.getByRole('heading', { name: 'Demo payments' })).toBeVisible();
    await page.getByRole('button', { name: choice }).click();
  };
  await add('A card that expires this month');
  await expect(page.getByText('The payment method has been saved.')).toBeVisible();
  await expect(page).toHaveURL(/\/settings\/payment-method$/);
  await expect(group(page, 'Visa •••• 0069')).toContainText(/Expire[sd].*Default/);
  await add('A card that is declined');
  await expect(page.getByText('The card was declined.')).toBeVisible();
  await add('A card that asks for confirmation');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Yes, confirm' }).click();
  await expect(group(page, 'Mastercard •••• 3155')).toBeVisible();
  await add('Back without adding');
  await expect(page.getByText('Nothing was added.')).toBeVisible();
  await expectAccessible(page);

  await page
    .getByRole('button', { name: /Notifications|notification/ })
    .first()
    .click();
  await expect(page.getByText('Check your payment method: Visa •••• 0069')).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Make default: Mastercard' }).click();
  await expect(group(page, 'Mastercard •••• 3155')).toContainText('Default');
  await page.getByRole('button', { name: 'Remove Mastercard' }).click();
  await page
    .getByRole('group', { name: /Remove Mastercard/ })
    .getByRole('button', { name: 'Remove' })
    .click();
  await expect(group(page, 'Mastercard •••• 3155')).toHaveCount(0);
  await expect(group(page, 'Visa •••• 0069')).toContainText('Default');
});

test('the settings link to the change of the address, and a new password takes one press and a mail [SET-04]', async ({
  page,
}) => {
  const mia = await registerIn(page);
  await page.goto('/settings');
  await expect(group(page, 'Email address')).toContainText(mia.email);
  await page.getByRole('link', { name: 'Change email address' }).click();
  await expect(page).toHaveURL(/\/settings\/email$/);
  await expect(page.getByRole('textbox', { name: 'New email address' })).toBeVisible();
  await page.goto('/settings');
  await expect(group(page, 'Security')).toContainText('Two-step sign-in is off');
  await page.getByRole('link', { name: 'Manage security' }).click();
  const password = page.getByRole('region', { name: 'Password' });
  await password.getByRole('button', { name: 'Change password' }).dblclick();
  await expect(password.getByRole('status')).toContainText(`Open the link we emailed to ${mia.email}`);
  await expectAccessible(page);
  await page.goto(await linkFromOutbox(page.request, mia.email, /Set a new password/));
  await page
    .getByLabel(/password/i)
    .first()
    .fill('four green willows');
  await page.locator('form button[type=submit]').click();
  await expect(page.getByRole('heading', { name: 'Your password has been changed' })).toBeVisible();
  await page.goto('/settings');
  await expect(page.getByRole('heading', { level: 1, name: 'Sign in' })).toBeVisible();
  await signIn(page, { ...mia, password: 'four green willows' });
  await expect(group(page, 'Personal details')).toContainText('Mia Holm');
});

/** Sets a new password elsewhere, which ends every session of the customer. */
async function endSessions(browser: Browser, mia: Awaited<ReturnType<typeof registerIn>>, password: string) {
  const context = await browser.newContext();
  const elsewhere = await context.newPage();
  const answer = await elsewhere.request.post(
    `/api/identity/v2/identities/consumer/${mia.customerId}/passwordresets`,
    { headers: { authorization: mia.authorization }, data: { channel: 'pennyfern' } },
  );
  expect(answer.status()).toBe(204);
  await elsewhere.goto(await linkFromOutbox(elsewhere.request, mia.email, /Set a new password/));
  await elsewhere
    .getByLabel(/password/i)
    .first()
    .fill(password);
  await elsewhere.locator('form button[type=submit]').click();
  await expect(elsewhere.getByRole('heading', { name: 'Your password has been changed' })).toBeVisible();
  await context.close();
}

for (const { path, typed, save, saved } of [
  {
    path: '/settings/personal-details',
    typed: { Name: 'Mia Berg', 'Phone number': '020 7946 0958' },
    save: 'Save',
    saved: 'Your details have been saved.',
  },
  {
    path: '/settings/new-address',
    typed: { Street: 'Mill Lane', 'House number': '3', Postcode: 'HU1 1AA', 'Town or city': 'Hull' },
    save: 'Save address',
    saved: 'The address has been saved.',
  },
]) {
  test(`what is typed at ${path} survives the end of the session [IDN-04]`, async ({ page, browser }) => {
    const mia = await registerIn(page);
    const field = (label: string) => page.getByRole('textbox', { name: label });
    await page.goto(path);
    for (const [label, text] of Object.entries(typed)) await field(label).fill(text);
    await endSessions(browser, mia, 'four green willows');
    const button = page.getByRole('button', { name: save, exact: true });
    const dialog = page.getByRole('dialog', { name: 'Sign in to continue' });
    // The push channel may notify the page before the click: the dialog then covers the button.
    await button.click({ timeout: 3_000 }).catch(() => {});
    await expect(dialog).toBeVisible();
    const [window] = await Promise.all([
      page.waitForEvent('popup'),
      dialog.getByRole('button', { name: 'Sign in' }).click(),
    ]);
    await signIn(window, { ...mia, password: 'four green willows' });
    await expect(dialog).toBeHidden();
    for (const [label, text] of Object.entries(typed)) await expect(field(label)).toHaveValue(text);
    await button.click();
    await expect(page.getByText(saved)).toBeVisible();
  });
}
