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

/** What asks is loaded once the browser is idle. */
const isAsking = (page: Page) =>
  expect
    .poll(() => page.evaluate(() => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }))))
    .toBe(true);

test('a form asks before Back or a link loses what was typed, and keeps it if the customer stays', async ({
  page,
}) => {
  await openDetails(page);
  await name(page).fill('Mia Berg');
  await isAsking(page);
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
  await page.getByRole('link', { name: 'Cancel' }).click();
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
