import { expect, type Page, test } from '@playwright/test';
import { createAlbum, tiles } from './albums.ts';
import { registerIn } from './customers.ts';
import { openLibrary } from './small-library.ts';

const ALBUM = /\/my-photos\/albums\/[^/]+$/;

test.use({ viewport: { width: 390, height: 780 }, hasTouch: true, isMobile: true });

/** A new album, opened from the list of albums, and the picker for it. */
async function openPicker(page: Page): Promise<void> {
  await openLibrary(page);
  await createAlbum(page, 'Sea');
  await pickFromPhotos(page);
}

async function pickFromPhotos(page: Page): Promise<void> {
  await page.getByRole('main').getByRole('button', { name: 'Add photos' }).click();
  await page.getByRole('menuitem', { name: 'From my photos' }).click();
  await expect(tiles(page).first()).toBeVisible();
}

test('Back does not open the picker of an album again once it is left or done, nor an album that is deleted', async ({
  page,
}) => {
  await openPicker(page);
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page).toHaveURL(ALBUM);
  await pickFromPhotos(page);
  await tiles(page).first().click();
  await page.getByRole('toolbar').getByRole('button', { name: 'Add to Sea' }).click();
  await expect(page).toHaveURL(ALBUM);
  await expect(tiles(page)).toHaveCount(1);
  await page.goBack();
  await expect(page).toHaveURL('/my-photos/albums');
  await page.goForward();
  await page.getByRole('main').getByRole('button', { name: 'More', exact: true }).first().click();
  await page.getByRole('button', { name: 'Delete album' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete album' }).click();
  await expect(page).toHaveURL('/my-photos/albums');
  await page.evaluate(() => window.history.back());
  await expect(page).toHaveURL('/my-photos/photos');
});

test('in the picker of an album, Escape keeps what was picked, and Back puts it back before it leaves', async ({
  page,
}) => {
  await openPicker(page);
  await tiles(page).first().click();
  await expect(page.getByText('1 selected')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByText('1 selected')).toBeVisible();
  await page.goBack();
  await expect(page.getByText('0 selected')).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL(ALBUM);
});

test('Back from the page after a form does not open the form again', async ({ page }) => {
  await registerIn(page);
  await page.goto('/settings');
  await page.getByRole('link', { name: 'Manage addresses' }).click();
  await page.getByRole('link', { name: 'Add address' }).click();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page).toHaveURL('/settings/addresses/all');
  await page.goBack();
  await expect(page).toHaveURL('/settings');
  await page
    .getByRole('main')
    .getByRole('link', { name: /personal details/i })
    .click();
  await page.getByRole('textbox', { name: 'Name' }).fill('Mia Holm');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page).toHaveURL('/settings');
  await page.evaluate(() => window.history.back());
  await expect(page).not.toHaveURL(/settings/);
});
