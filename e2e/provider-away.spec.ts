import { expect, test } from '@playwright/test';

test('while sign-in is down, a visitor who never signed in is not told that they were signed out [IDN-01]', async ({
  page,
}) => {
  await page.route('**/oidc/**', (route) => route.fulfill({ status: 500, body: 'no' }));
  await page.goto('/my-photos/photos');
  const main = page.getByRole('main');
  await expect(main.getByText('We cannot reach the sign-in service right now')).toBeVisible();
  await expect(main).not.toContainText(/signed (in|out)/);
  await page.unroute('**/oidc/**');
  await main.getByRole('button', { name: /again/i }).click();
  await expect(page.getByRole('button', { name: 'Sign in', exact: true })).toBeVisible();
});
