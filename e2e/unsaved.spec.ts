import { expect, type Page, test } from '@playwright/test';
import { registerIn } from './customers.ts';

const DETAILS = '/settings/personal-details';
const name = (page: Page) => page.getByRole('textbox', { name: 'Name' });
const question = (page: Page) => page.getByRole('dialog', { name: 'Discard changes?' });
const answer = (page: Page, text: string) => question(page).getByRole('button', { name: text }).click();

async function openDetails(page: Page): Promise<void> {
  await registerIn(page);
  await page.goto('/settings');
  await page.getByRole('link', { name: 'Change personal details' }).click();
  await expect(name(page)).toHaveValue('Mia Holm');
  await page.waitForLoadState('networkidle');
}

test('a form asks before Back or a link loses what was typed, and keeps it if the customer stays', async ({
  page,
}) => {
  await openDetails(page);
  await name(page).fill('Mia Berg');
  await page.goBack();
  await answer(page, 'Keep editing');
  await expect(page).toHaveURL(DETAILS);
  await expect(name(page)).toHaveValue('Mia Berg');
  await page.getByRole('link', { name: 'My orders' }).first().click();
  await expect(question(page)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(question(page)).toBeHidden();
  await expect(page).toHaveURL(DETAILS);
  await page.goBack();
  await answer(page, 'Discard changes');
  await expect(page).toHaveURL('/settings');
  await page.goForward();
  await expect(name(page)).toHaveValue('Mia Holm');
  await name(page).fill('Mia Berg');
  await page.getByRole('link', { name: 'Cancel', exact: true }).click();
  await expect(page).toHaveURL('/settings');
  await page.getByRole('link', { name: 'Change personal details' }).click();
  await name(page).fill('Mia Berg');
  await page.getByRole('link', { name: 'My orders' }).first().click();
  await answer(page, 'Discard changes');
  await expect(page).toHaveURL('/orders');
});

test('reloading and closing ask only while something typed is unsaved', async ({ page }) => {
  await openDetails(page);
  const requested: string[] = [];
  page.on('dialog', (dialog) => {
    requested.push(dialog.type());
    void dialog.dismiss();
  });
  await name(page).fill('Mia Berg');
  await page.evaluate(() => location.reload());
  await expect.poll(() => requested).toEqual(['beforeunload']);
  await page.close({ runBeforeUnload: true });
  await expect.poll(() => requested).toEqual(['beforeunload', 'beforeunload']);
  await expect(name(page)).toHaveValue('Mia Berg');
  await name(page).fill('Mia Holm');
  await page.reload();
  await name(page).fill('Mia Berg');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Your details have been saved.')).toBeVisible();
  await expect(page).toHaveURL('/settings');
  await page.goBack();
  expect(requested).toHaveLength(2);
  await expect(question(page)).toBeHidden();
});

test('a form asks from its first letter on, though the browser has never been idle', async ({ page }) => {
  await page.addInitScript(() => Object.assign(window, { requestIdleCallback: () => 0 }));
  await registerIn(page);
  await page.goto(DETAILS);
  await name(page).fill('Mia Berg');
  await page.getByRole('link', { name: 'My orders' }).first().click();
  await answer(page, 'Keep editing');
  await expect(page).toHaveURL(DETAILS);
  await expect(name(page)).toHaveValue('Mia Berg');
});

test('what an address is used for is not lost without a question', async ({ page }) => {
  await registerIn(page);
  await page.goto('/settings/new-address');
  const box = page.getByRole('checkbox').first();
  const leave = () => page.getByRole('link', { name: 'My orders' }).first().click();
  await box.check();
  await leave();
  await answer(page, 'Keep editing');
  await expect(box).toBeChecked();
  await box.uncheck();
  await leave();
  await expect(page).toHaveURL('/orders');
});

test('a withdrawal asks in its second step, too, and in the first once it has been there', async ({
  page,
}) => {
  await registerIn(page);
  await page.goto('/withdrawal');
  const order = page.getByRole('textbox', { name: /^Order number/ });
  const leave = () => page.getByRole('link', { name: 'My orders' }).first().click();
  await order.fill('K-7');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('heading', { name: 'Check your cancellation' })).toBeFocused();
  await leave();
  await answer(page, 'Keep editing');
  await page.getByRole('button', { name: 'Change' }).click();
  await expect(order).toHaveValue('K-7');
  await leave();
  await answer(page, 'Discard changes');
  await expect(page).toHaveURL('/orders');
});
