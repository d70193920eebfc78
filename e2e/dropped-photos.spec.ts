import { expect, type Page, test } from '@playwright/test';
import { createAlbum, fixtureOf, tiles } from './albums.ts';
import { registerAndOpen } from './customers.ts';

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

test('a photo dropped on an album page goes into the album, and one dropped elsewhere leads nowhere', async ({
  page,
}) => {
  const file = fixtureOf('exif-original.jpg');
  await registerAndOpen(page);
  await createAlbum(page, 'Sea');
  await page.waitForLoadState('networkidle');
  await dropFile(page, file, () => expect(page.getByText('Drop to add to Sea')).toBeVisible());
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText('1 of 1 saved')).toBeVisible({ timeout: 30_000 });
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect(tiles(page)).toHaveCount(1);

  await page.goto('/settings');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await dropFile(page, file);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  expect(new URL(page.url()).pathname).toBe('/settings');
});
