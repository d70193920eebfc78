import { expect, type Page, test } from '@playwright/test';
import { expectAccessible } from './access.ts';
import { newCustomer, registerIn, signIn } from './customers.ts';
import { linkFromOutbox } from './outbox.ts';

const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name });

async function askFor(page: Page, email: string): Promise<void> {
  await page.getByLabel('New email address').fill(email);
  await page.getByRole('button', { name: 'Send link' }).click();
}

/** Answers the next request for a change as the server does once the sign-in is older than five minutes. */
async function ageSignIn(page: Page): Promise<void> {
  const json = { code: 'recent-sign-in-required' };
  await page.route(
    '**/emailchanges',
    (route) =>
      route.request().method() === 'POST' ? route.fulfill({ status: 401, json }) : route.fallback(),
    { times: 1 },
  );
}

test('an address is changed, and restored through the old one [RTE-26, RTE-40, RTE-43, RTE-44, IDN-07, IDN-08, IDN-11, IDN-12, IDN-13, IDN-17, IDN-18, IDN-22, IDN-23, IDN-26, IDN-27, IDN-28]', async ({
  page,
  browser,
}) => {
  const mia = await registerIn(page);
  const { email } = newCustomer();
  await page.goto('/settings/email');
  await askFor(page, mia.email.toUpperCase());
  await expect(page.getByText('This is already your email address.')).toBeVisible();

  await ageSignIn(page);
  await askFor(page, email);
  const dialog = page.getByRole('dialog', { name: 'Sign in again to continue' });
  const [window] = await Promise.all([
    page.waitForEvent('popup'),
    dialog.getByRole('button', { name: 'Sign in' }).click(),
  ]);
  await expect(window.getByLabel(/e-?mail/i)).toHaveValue(mia.email);
  await signIn(window, mia);
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('region', { name: 'Waiting for your confirmation' })).toContainText(email);
  await expect(page.getByRole('button', { name: /^Send again in/ })).toBeDisabled();
  await expect(page.getByRole('contentinfo')).toBeVisible();
  await expectAccessible(page);

  const link = await linkFromOutbox(page.request, email, /Confirm your new email address/);
  const phone = await (await browser.newContext()).newPage();
  await phone.goto(link);
  await signIn(phone, mia);
  await expect(heading(phone, 'Confirm your new email address')).toBeVisible();
  expect(phone.url()).not.toContain('token');
  await expectAccessible(phone);
  await phone.getByRole('button', { name: 'Confirm address' }).dblclick();
  await expect(heading(phone, 'Your email address has been changed')).toBeVisible();
  await phone.getByRole('button', { name: 'Continue' }).click();
  await signIn(phone, { ...mia, email });
  await expect(heading(phone, /Mia/)).toBeVisible();
  await page.goto('/');
  await signIn(page, { ...mia, email });

  await page.goto(`${new URL(link).origin}/change-email-confirmation?confirmation-token=${'x'.repeat(43)}`);
  await page.getByRole('button', { name: 'Confirm address' }).click();
  await expect(heading(page, "Your email wasn't changed")).toBeVisible();
  await expect(page.getByText(/^Something went wrong with the email change/)).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('region', { name: 'Your email address' })).toContainText(email);

  const owner = await (await browser.newContext()).newPage();
  await owner.goto(await linkFromOutbox(page.request, mia.email, /has been changed/));
  await owner.getByRole('button', { name: 'Use my old address' }).click();
  await expect(heading(owner, 'Your old email address has been restored')).toBeVisible();
  await owner.goto(await linkFromOutbox(page.request, mia.email, /Set a new password/));
  await expect(heading(owner, 'Set a new password')).toBeVisible();
});
