import { expect, type Page, test } from '@playwright/test';
import { createAlbum, FOUR, pickFiles, tiles } from './albums.ts';
import { openOther, registerAndOpen } from './customers.ts';
import { openLibrary } from './small-library.ts';

test.use({ viewport: { width: 1280, height: 2_400 } });

const inBar = (page: Page, name: string) => page.getByRole('toolbar').getByRole('button', { name });

async function remove(page: Page, places: readonly number[]): Promise<void> {
  await page.getByRole('button', { name: 'Select', exact: true }).click();
  for (const place of places) await tiles(page).nth(place).click();
  await inBar(page, 'Delete').click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Delete photo/ })
    .click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
}

test('photos deleted in one browser disappear from grid, counts, selection, preview and albums of the other [TL-41]', async ({
  page,
}) => {
  await openLibrary(page);
  await createAlbum(page, 'Sea');
  await page.getByRole('main').getByRole('button', { name: 'Add photos' }).click();
  await page.getByRole('menuitem', { name: 'From my photos' }).click();
  await page.getByRole('button', { name: 'Select all', exact: true }).click();
  await page.getByRole('button', { name: 'Add to Sea' }).click();
  await expect(page).not.toHaveURL(/\/add$/);
  await expect(tiles(page)).toHaveCount(4);
  const album = page.url();

  const other = await openOther(page);
  await other.goto('/my-photos/photos');
  await expect(tiles(other)).toHaveCount(4);
  const hrefs = await tiles(other).evaluateAll((all) => all.map((one) => one.getAttribute('href')));
  await other.getByRole('button', { name: 'Select', exact: true }).click();
  for (const place of [0, 1]) await tiles(other).nth(place).click();
  await expect(other.getByText('2 selected')).toBeVisible();

  await page.goto('/my-photos/photos');
  await expect(tiles(page)).toHaveCount(4);
  await remove(page, [0]);
  await expect(tiles(other)).toHaveCount(3);
  await expect(other.getByText('1 selected')).toBeVisible();
  await expect(other.getByRole('link', { name: 'Photos 3' })).toBeVisible();
  await other.keyboard.press('Escape');

  await other.locator(`a[href="${hrefs[1]}"]:not([data-check])`).click();
  const picture = other.locator('[data-current] img[data-ready="true"]');
  const position = other
    .getByRole('main')
    .getByRole('status')
    .filter({ hasText: /^Photo \d/ });
  await expect(position).toHaveText(/^Photo 1 of 3/);
  const before = await picture.getAttribute('src');
  await remove(page, [0]);
  await expect(position).toHaveText(/of 2/);
  await expect(picture).not.toHaveAttribute('src', before ?? '');

  await other.goto(album);
  await expect(tiles(other)).toHaveCount(2);
  await remove(page, [0]);
  await expect(tiles(other)).toHaveCount(1);
  await expect(other.getByText('1 photo', { exact: true })).toBeVisible();
  await remove(page, [0]);
  await expect(page.getByText('Your photo library is empty')).toBeVisible();
  await expect(other.getByText('Your album is empty')).toBeVisible();
});

test('photos uploaded in one browser appear in grid, counts and overview of the other [TL-41]', async ({
  page,
}) => {
  await registerAndOpen(page);
  const other = await openOther(page);
  await other.goto('/my-photos/photos');
  await expect(other.getByText('Your photo library is empty')).toBeVisible();
  await page.getByRole('button', { name: 'Add photos' }).first().click();
  await pickFiles(page, FOUR.slice(0, 2));
  await expect(other.getByRole('link', { name: 'Photos 2' })).toBeVisible({ timeout: 30_000 });
  await expect(tiles(other)).toHaveCount(2);
  await other.goto('/');
  await expect(other.getByText('2 photos in your library')).toBeVisible();
  await pickFiles(page, FOUR.slice(2));
  await expect(page.getByText('4 of 4 saved')).toBeVisible({ timeout: 30_000 });
  await expect(other.getByText('4 photos in your library')).toBeVisible({ timeout: 30_000 });
});
