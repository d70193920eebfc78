import { expect, test } from '@playwright/test';
import { expectAccessible } from './access.ts';
import { createCustomer, newCustomer, register, signIn } from './customers.ts';
import { linkFromOutbox } from './outbox.ts';

test('a visitor signs in and reaches the requested page with its query [IDN-01, RTE-02]', async ({
  page,
  request,
}) => {
  await page.goto('/my-photos/photos?from=mail#top');
  await expect(page.getByRole('heading', { level: 1, name: 'Sign in' })).toBeVisible();
  await signIn(page, await createCustomer(request));
  await expect(page).toHaveURL(/\/my-photos\/photos\?from=mail/);
  await expect(page.getByRole('heading', { level: 1, name: 'My photos' })).toBeVisible();
});

test('the photo section opens with the timeline [RTE-01]', async ({ page, request }) => {
  await page.goto('/my-photos');
  await signIn(page, await createCustomer(request));
  await expect(page).toHaveURL(/\/my-photos\/photos$/);
});

test('a new customer corrects a form, registers, goes back, confirms by mail and continues where registration began', async ({
  page,
}) => {
  const mia = newCustomer();
  await register(page, mia, { weakPassword: 'password2027' });
  // Nothing is sent again, and nothing typed is lost.
  await page.goBack();
  await expect(page.getByLabel(/e-?mail/i)).toHaveValue(mia.email);
  await expect(page.getByLabel(/name/i).first()).toHaveValue(mia.name);
  await page.goForward();
  await expect(page.getByRole('heading', { name: 'Check your inbox' })).toBeVisible();
  await page.goto(await linkFromOutbox(page.request, mia.email));
  await page.getByRole('button').first().click();
  await expect(page.getByText('Your photo library is empty')).toBeVisible();
  await expect(page).toHaveURL(/\/my-photos\/photos$/);
});

test('a page that the browser kept is requested again once its form was sent, and keeps what was typed before', async ({
  page,
}) => {
  await page.goto('/');
  const email = page.getByLabel(/e-?mail/i);
  await email.fill('mia@example.com');
  // Chromium keeps no pages while it is driven; WebKit does (`npm run engines -- webkit`).
  const comeBack = () => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
  await page.evaluate(comeBack);
  await expect(email).toHaveValue('mia@example.com');
  const form = page.locator('form:not([data-passkey])');
  await form.evaluate((one) => one.dispatchEvent(new SubmitEvent('submit')));
  const requested = page.waitForRequest(page.url());
  await page.evaluate(comeBack);
  await requested;
});

test('signing out ends the session: the next visit asks again [RTE-48, SHL-13]', async ({
  page,
  request,
}) => {
  await page.goto('/');
  await signIn(page, await createCustomer(request));
  await page
    .getByRole('link', { name: 'Sign out' })
    .or(page.getByRole('button', { name: 'Sign out' }))
    .first()
    .click();
  await expect(page.getByRole('heading', { name: /signed out/i })).toBeVisible();
  await expect(page).toHaveURL(/\/logout/);
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1, name: 'Sign in' })).toBeVisible();
});

test('a reload keeps the session without asking, and so does a second tab [IDN-04]', async ({
  page,
  context,
  request,
}) => {
  await page.goto('/');
  await signIn(page, await createCustomer(request));
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Mia');
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Mia');
  const second = await context.newPage();
  await second.goto('/my-photos/photos');
  await expect(second.getByRole('heading', { level: 1, name: 'My photos' })).toBeVisible();
});

test('the sign-in page has no accessibility violations', async ({ page }) => {
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1, name: 'Sign in' })).toBeVisible();
  await expectAccessible(page);
});
