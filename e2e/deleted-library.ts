import { expect, type Page } from '@playwright/test';
import { tiles } from './albums.ts';
import { createOwnServer } from './own-server.ts';
import { openLibrary } from './small-library.ts';

/** The page of photos that were deleted and can come back. */
export const DELETED = '/my-photos/deleted';

/** A Keepsake on which deleted photos can come back. */
export async function startRestoringServer() {
  const server = await createOwnServer({
    DEMO: 'off',
    DELETED_DAYS: '30',
    TRUST_PROXY: 'loopback',
    RATE_LIMIT_PER_MINUTE: '100000',
  });
  await server.start();
  return server;
}

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
