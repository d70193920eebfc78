import { expect, type Page, test } from '@playwright/test';
import { createAlbum, fixtureOf, tiles } from './albums.ts';
import { registerAndOpen } from './customers.ts';
import { shareLakeDays } from './shared-album.ts';

/** Drags a file of the device into the window, and drops it there. Chromium acts on it as if a hand had done so. */
async function dropFile(page: Page, file: string, beforeDrop = async () => {}): Promise<void> {
  const client = await page.context().newCDPSession(page);
  const data = { items: [], files: [file], dragOperationsMask: 1 };
  for (const type of ['dragEnter', 'dragOver', 'dragOver', 'drop'] as const) {
    if (type === 'drop') await beforeDrop();
    await client.send('Input.dispatchDragEvent', { type, x: 600, y: 500, data });
  }
  await client.detach();
}

const FILE = fixtureOf('exif-original.jpg');

/**
 * Drops a file where nothing accepts it. Headless Chromium would not open it, as others do unless the page says that it has handled
 * the drag.
 */
async function expectRefused(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const isHandled = page.evaluate(
    () =>
      new Promise((resolve) =>
        window.addEventListener('dragover', (event) => resolve(event.defaultPrevented)),
      ),
  );
  await dropFile(page, FILE);
  expect(await isHandled).toBe(true);
  expect(new URL(page.url()).pathname).toBe(path);
}

test('a photo dropped on an album page or on the preview of one of its photos goes into the album', async ({
  page,
}) => {
  await registerAndOpen(page);
  await createAlbum(page, 'Sea');
  await page.waitForLoadState('networkidle');
  await dropFile(page, FILE, () => expect(page.getByText('Drop to add to Sea')).toBeVisible());
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText('1 of 1 saved')).toBeVisible({ timeout: 30_000 });
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect(tiles(page)).toHaveCount(1);

  await tiles(page).click();
  await expect(page).toHaveURL(/\/preview\//);
  await page.waitForLoadState('networkidle');
  const other = fixtureOf('xmp-created.jpg');
  await dropFile(page, other, () => expect(page.getByText('Drop to add to Sea')).toBeVisible());
  await expect(dialog.getByText('1 of 1 saved')).toBeVisible({ timeout: 30_000 });
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect(tiles(page)).toHaveCount(2);
});

test('one dropped on a shared album goes into the library, which the page says', async ({
  page,
  baseURL,
}) => {
  const { albumId } = await shareLakeDays(page, { baseURL, pageIs: 'participant' });
  await page.goto(`/my-photos/shared-albums/${albumId}`);
  await expect(tiles(page).first()).toBeVisible();
  await page.waitForLoadState('networkidle');
  const file = fixtureOf('xmp-original.jpg');
  await dropFile(page, file, () =>
    expect(page.getByText(/^Photos can no longer be added to shared albums/)).toBeVisible(),
  );
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText('1 of 1 saved')).toBeVisible({ timeout: 30_000 });
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect(page).toHaveURL('/my-photos/photos');
  await expect(page.getByRole('link', { name: 'Photos 5' })).toBeVisible();
});

test('one dropped on the overview or in the settings goes into the library', async ({ page }) => {
  await registerAndOpen(page);
  for (const [path, file] of [
    ['/', 'exif-original.jpg'],
    ['/settings', 'xmp-created.jpg'],
  ] as const) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await page.waitForLoadState('networkidle');
    const expectTarget = () => expect(page.getByText('Drop to add to your photos')).toBeVisible();
    await dropFile(page, fixtureOf(file), expectTarget);
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByText('1 of 1 saved')).toBeVisible({ timeout: 30_000 });
    await dialog.getByRole('button', { name: 'Done' }).click();
  }
  await page.goto('/my-photos/photos');
  await expect(tiles(page)).toHaveCount(2);
});

test('one dropped where nothing accepts it leads nowhere, even on a page that is still busy', async ({
  page,
}) => {
  await registerAndOpen(page);
  await expectRefused(page, '/newsletter-unsubscribe');
  // What is loaded when the browser is idle never is.
  await page.addInitScript(() => {
    window.requestIdleCallback = () => 0;
  });
  await expectRefused(page, '/settings');
  await expectRefused(page, '/my-photos/photos');
});
