import { expect, test } from '@playwright/test';
import { expectAccessible } from './access.ts';
import { newCustomer, register, signIn } from './customers.ts';
import { linkFromOutbox } from './outbox.ts';

test('registering with somebody else’s address gives no access to its owner’s account [IDN-07, IDN-08]', async ({
  browser,
}) => {
  const owner = { ...newCustomer(), password: 'poplars by the lake', name: 'Olga Lund' };
  const stranger = await (await browser.newContext()).newPage();
  await register(stranger, { ...owner, password: 'chosen by a stranger', name: 'Mallory' });

  const page = await (await browser.newContext()).newPage();
  await page.goto(await linkFromOutbox(page.request, owner.email));
  await expectAccessible(page);
  await page.getByLabel('Name').fill(owner.name);
  await page.getByLabel('Password', { exact: true }).fill(owner.password);
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(page.getByRole('heading', { name: /address is confirmed/ })).toBeVisible();
  await page.getByRole('link', { name: 'Sign in' }).click();
  await signIn(page, owner);
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Olga');

  await stranger.goto('/');
  await signIn(stranger, { email: owner.email, password: 'chosen by a stranger' });
  await expect(stranger.getByRole('alert')).toContainText('Incorrect email address or password');
});
