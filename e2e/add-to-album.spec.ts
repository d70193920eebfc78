import { expect, test } from '@playwright/test';
import { expectAccessible } from './access.ts';
import { createAlbum, pickFiles, tiles } from './albums.ts';
import { registerAndOpen } from './customers.ts';
import { openLibrary } from './small-library.ts';

test('photos from this device go straight into the album, both new and known ones [ALD-33]', async ({
  page,
}) => {
  await openLibrary(page, ['exif-original.jpg']);
  await createAlbum(page, 'Sea');
  await page.getByRole('main').getByRole('button', { name: 'Add photos' }).click();
  await page.getByRole('menuitem', { name: 'From this device' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText('The photos you choose will also be added to the album Sea.')).toBeVisible();
  await expectAccessible(page);
  await pickFiles(page, ['exif-original.jpg', 'exif-digitized.jpg', 'xmp-created.jpg']);
  await expect(dialog.getByText('2 of 2 saved')).toBeVisible({ timeout: 30_000 });
  await expect(dialog.getByText('1 photo was already in your library', { exact: true })).toBeVisible();
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText('3 photos added to Sea')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Sea');
  await expect(tiles(page)).toHaveCount(3);
  await expect(page.getByText('3 photos', { exact: true })).toBeVisible();
  await page.goto('/my-photos/albums');
  await expect(page.getByRole('link', { name: 'Photos 3' })).toBeVisible();
  await expect(page.getByRole('link', { name: /Sea.*3 photos/ })).toBeVisible();
});

test('files picked for an album go there even if the import has been opened for the library since', async ({
  page,
  context,
}) => {
  await registerAndOpen(page);
  await createAlbum(page, 'Sea');
  await page.getByRole('main').getByRole('button', { name: 'Add photos' }).click();
  await page.getByRole('menuitem', { name: 'From this device' }).click();
  await context.setOffline(true);
  await pickFiles(page, ['exif-original.jpg']);
  await expect(
    page
      .getByRole('dialog')
      .getByText(/connection/i)
      .first(),
  ).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('link', { name: 'My albums' }).click();
  await page.getByRole('button', { name: 'Add photos' }).first().click();
  await expect(page.getByRole('dialog').getByText('exif-original.jpg', { exact: true })).toBeVisible();
  await expect(page.getByText(/will also be added to the album/)).toHaveCount(0);
  await pickFiles(page, ['exif-digitized.jpg']);
  await context.setOffline(false);
  await expect(page.getByRole('dialog').getByText('2 of 2 saved')).toBeVisible({ timeout: 60_000 });
  await page.goto('/my-photos/albums');
  await expect(page.getByRole('link', { name: 'Photos 2' })).toBeVisible();
  await expect(page.getByRole('link', { name: /Sea.*1 photo/ })).toBeVisible();
});

test.describe('with a thumb, on a phone', () => {
  test.use({ viewport: { width: 390, height: 740 }, hasTouch: true });

  test('the bar adds photos to the album of its page, and says so [ALD-33]', async ({ page }) => {
    await openLibrary(page, ['exif-original.jpg']);
    await createAlbum(page, 'Sea');
    await page.getByRole('button', { name: 'Add', exact: true }).tap();
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByText(/will also be added to the album Sea\.$/)).toBeVisible();
    await pickFiles(page, ['exif-original.jpg', 'xmp-created.jpg']);
    await expect(dialog.getByText('1 of 1 saved')).toBeVisible({ timeout: 30_000 });
    await dialog.getByRole('button', { name: 'Done' }).tap();
    await expect(page.getByText('2 photos added to Sea')).toBeVisible();
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Sea');
    await expect(tiles(page)).toHaveCount(2);
    await page.getByRole('link', { name: 'Photos', exact: true }).tap();
    await page.getByRole('button', { name: 'Add', exact: true }).tap();
    await expect(dialog.getByRole('button', { name: 'Choose photos' })).toBeVisible();
    await expect(dialog.getByText(/will also be added/)).toHaveCount(0);
  });
});
