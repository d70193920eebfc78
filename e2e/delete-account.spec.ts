import { expect, type Page, test } from '@playwright/test';
import { expectAccessible } from './access.ts';
import { registerIn, signIn } from './customers.ts';
import { linkFromOutbox } from './outbox.ts';

const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name });

/** Answers the next request as the server does once the sign-in is older than five minutes. */
async function ageSignIn(page: Page): Promise<void> {
  const json = { code: 'recent-sign-in-required' };
  await page.route(
    '**/deleteaccount',
    (route) =>
      route.request().method() === 'POST' ? route.fulfill({ status: 401, json }) : route.fallback(),
    { times: 1 },
  );
}

test('a customer deletes the account [RTE-39, RTE-41, RTE-42, IDN-07, IDN-08, IDN-09, IDN-10, IDN-15, IDN-16, IDN-19, IDN-20, IDN-21, IDN-24, IDN-25, IDN-28]', async ({
  page,
  context,
}) => {
  const mia = await registerIn(page);
  await page.goto('/settings');
  await page.getByRole('link', { name: 'Delete account' }).focus();
  await page.keyboard.press('Enter');
  await expect(heading(page, 'Delete account')).toBeFocused();
  await expect(page.getByRole('region', { name: 'What you would lose' })).toContainText(
    'nothing in your account',
  );
  await expect(page.getByRole('button', { name: 'Export photos' })).toBeVisible();
  await expectAccessible(page);

  await ageSignIn(page);
  await page.getByRole('button', { name: 'Email me the link' }).click();
  const dialog = page.getByRole('dialog', { name: 'Sign in again to continue' });
  const [window] = await Promise.all([
    page.waitForEvent('popup'),
    dialog.getByRole('button', { name: 'Sign in' }).click(),
  ]);
  await signIn(window, mia);
  const waiting = page.getByRole('region', { name: 'Waiting for your confirmation' });
  await expect(waiting).toContainText(mia.email);
  await expect(page.getByRole('button', { name: /^Send again in/ })).toBeDisabled();
  await expectAccessible(page);
  const given = await linkFromOutbox(page.request, mia.email, /Confirm that you want to delete/);
  await waiting.getByRole('button', { name: 'Keep my account' }).click();
  await expect(page.getByRole('button', { name: 'Email me the link' })).toBeVisible();
  await page.goto(given);
  await page.getByRole('button', { name: 'Delete account' }).click();
  await expect(heading(page, "Your account couldn't be deleted")).toBeVisible();
  await expect(
    page.getByText('Something went wrong with the account deletion. Could you please try again?'),
  ).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Try again' }).click();

  await page.getByRole('button', { name: 'Email me the link' }).click();
  await expect(waiting).toBeVisible();
  let link = given;
  await expect
    .poll(async () => {
      link = await linkFromOutbox(page.request, mia.email, /Confirm that you want to delete/);
      return link;
    })
    .not.toBe(given);
  const elsewhere = await context.newPage();
  await elsewhere.goto('/my-photos/photos');
  await expect(elsewhere.getByText('Your photo library is empty')).toBeVisible();
  // Like mail scanners, opens the link without using it up.
  expect((await page.request.get(link)).ok()).toBe(true);
  await page.goto(link);
  await expect(heading(page, 'Delete your account?')).toBeVisible();
  expect(page.url()).not.toContain('token');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Delete account' }).dblclick();
  await expect(heading(page, 'Your account has been successfully deleted')).toBeVisible();
  await expect(page).toHaveURL(/\/account-deleted/);
  await expectAccessible(page);
  await page.reload();
  await expect(page.getByRole('link', { name: 'View products' })).toBeVisible();
  await page.getByRole('button', { name: 'Create an account' }).click();
  await expect(heading(page, 'Create an account')).toBeVisible();
  await elsewhere.goto('/my-photos/photos');
  await expect(heading(elsewhere, 'Sign in')).toBeVisible();
});

test('a customer who signs in again is asked whether to keep the account [IDN-06, IDN-09, IDN-10]', async ({
  page,
}) => {
  const { authorization, customerId, ...mia } = await registerIn(page);
  const path = `/api/identity/v2/identities/consumer/${customerId}/deleteaccount`;
  const headers = { authorization };
  const requested = await page.request.post(path, { headers, data: { channel: 'pennyfern' } });
  expect(requested.ok()).toBe(true);
  const link = await linkFromOutbox(page.request, mia.email, /Confirm that you want to delete/);
  const token = new URL(link).searchParams.get('confirmation-token');
  expect((await page.request.post(`${path}/${token}/actions/confirm`, { headers })).ok()).toBe(true);

  await page.goto('/my-photos/photos');
  await signIn(page, mia);
  await expect(heading(page, 'Your account is closed')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Not now' }).click();
  await expect(heading(page, 'Your account stays closed')).toBeVisible();
  await page.getByRole('link', { name: 'Back to sign-in' }).click();
  await signIn(page, mia);
  await page.getByRole('button', { name: 'Keep my account' }).click();
  await expect(page.getByText('Your photo library is empty')).toBeVisible();
});
