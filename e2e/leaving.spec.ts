import { expect, type Page, type Route, test } from '@playwright/test';
import { tiles } from './albums.ts';
import { openLibrary } from './small-library.ts';

const dialog = (page: Page) => page.getByRole('dialog');
const button = (page: Page, name: string) => page.getByRole('toolbar').getByRole('button', { name });
const selected = (page: Page, count: number) => expect(page.getByText(`${count} selected`)).toBeVisible();

/** A page before the timeline in the browser's history, and two photos selected there. */
async function selectTwo(page: Page): Promise<void> {
  await openLibrary(page);
  await page.goto('/orders');
  await page.goto('/my-photos/photos');
  // Within the app, so that Back stays in it.
  await page.getByRole('link', { name: 'My orders' }).first().click();
  await page.getByRole('link', { name: 'Saved photos' }).first().click();
  await selectHere(page);
}

async function selectHere(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Select', exact: true }).click();
  for (const place of [0, 1]) await tiles(page).nth(place).click();
  await selected(page, 2);
}

test('Back closes the dialog, then ends the selection, then leaves the page [MOD-02]', async ({ page }) => {
  await selectTwo(page);
  await button(page, 'Delete').click();
  await expect(dialog(page)).toBeVisible();
  await page.goBack();
  await expect(dialog(page)).toBeHidden();
  await selected(page, 2);
  await expect(button(page, 'Delete')).toBeFocused();
  await page.goBack();
  await expect(page.getByText(/selected$/)).toBeHidden();
  await expect(page).toHaveURL('/my-photos/photos');
  await page.goBack();
  await expect(page).toHaveURL('/orders');
  await page.goForward();
  await expect(page).toHaveURL('/my-photos/photos');
});

const failing = (route: Route) => route.fulfill({ status: 500, json: { code: 'unexpected' } });

test('Escape after a failed deletion or copy closes the dialog alone, and the selection stays [SEL-09, DEL-04, DEL-05, CPY-07]', async ({
  page,
}) => {
  await selectTwo(page);
  await page.route('**/photo-management/photos', (route) =>
    route.request().method() === 'DELETE' ? failing(route) : route.fallback(),
  );
  await page.route('**/photo-management/albums**', (route) =>
    route.request().method() === 'GET' ? route.fallback() : failing(route),
  );
  await button(page, 'Delete').click();
  await dialog(page)
    .getByRole('button', { name: /^Delete photo/ })
    .click();
  await expect(dialog(page).getByRole('alert')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toBeHidden();
  await selected(page, 2);
  await expect(button(page, 'Delete')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.getByText(/selected$/)).toBeHidden();
});

test('Back closes an open menu, and focus returns to its button', async ({ page }) => {
  await selectTwo(page);
  await page.keyboard.press('Escape');
  const account = page.getByRole('button', { name: /account$/ });
  await account.click();
  await expect(page.getByRole('banner').getByRole('link', { name: 'Settings' })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('banner').getByRole('link', { name: 'Settings' })).toBeHidden();
  await expect(account).toBeFocused();
  await expect(page).toHaveURL('/my-photos/photos');
});

test('on a page opened by its address, Back leaves what lies over it one by one, and only then the page [MOD-02]', async ({
  page,
}) => {
  await openLibrary(page);
  await page.goto('/orders');
  await page.goto('/my-photos/photos');
  await selectHere(page);
  await button(page, 'Delete').click();
  await expect(dialog(page)).toBeVisible();
  await page.goBack();
  await expect(dialog(page)).toBeHidden();
  await selected(page, 2);
  await page.reload();
  await selected(page, 2);
  await page.goBack();
  await expect(page.getByText(/selected$/)).toBeHidden();
  await expect(page).toHaveURL('/my-photos/photos');
  await page.evaluate(() => window.history.back());
  await expect(page).toHaveURL('/orders');
  await page.evaluate(() => window.history.forward());
  await expect(page).toHaveURL('/my-photos/photos');
  await selectHere(page);
  await page.goBack();
  await expect(page.getByText(/selected$/)).toBeHidden();
  await page.evaluate(() => window.history.back());
  await expect(page).toHaveURL('/orders');
});

test('a menu that was closed by Back leaves no trace on the way from page to page', async ({ page }) => {
  await openLibrary(page);
  await page.goto('/orders');
  await page.goto('/settings');
  const account = page.getByRole('button', { name: /account$/ });
  await account.click();
  await page.goBack();
  await expect(account).toBeFocused();
  await account.click();
  await page.getByRole('banner').getByRole('link', { name: 'Settings' }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('link', { name: 'Saved photos' }).first().click();
  await expect(page).toHaveURL('/my-photos/photos');
  await page.goBack();
  await expect(page).toHaveURL('/settings');
  await page.evaluate(() => window.history.back());
  await expect(page).toHaveURL('/orders');
});
