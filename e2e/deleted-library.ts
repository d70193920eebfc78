import { expect, type Page } from '@playwright/test';
import { tiles } from './albums.ts';
import { openLibrary } from './small-library.ts';

/** The page of photos that were deleted and can come back. */
export const DELETED = '/my-photos/deleted';

/** Registers a new customer in this page's browser, whose photos are all deleted and can come back. */
export async function openDeleted(page: Page): Promise<void> {
  const { authorization, photos } = await openLibrary(page);
  const deletion = await page.request.delete('/api/photo-management/photos', {
    headers: { authorization },
    data: { photoIds: photos.map(({ imageId }) => imageId) },
  });
  expect(deletion.status()).toBe(200);
  await page.goto(DELETED);
  await expect(tiles(page)).toHaveCount(photos.length);
}
