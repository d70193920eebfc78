import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, type Page } from '@playwright/test';
import { FOUR } from './albums.ts';
import { registerIn } from './customers.ts';
import { type File, uploadPhotos } from './photos-by-api.ts';
import { expectPictures } from './stillness.ts';

const fixtures = path.resolve(import.meta.dirname, '../apps/server/src/platform/images/fixtures');

/** Reads test pictures by name. */
export function readPictures(names: readonly string[]): Promise<File[]> {
  return Promise.all(
    names.map(async (name) => ({ name, content: await readFile(path.join(fixtures, name)) })),
  );
}

/**
 * Registers a new customer in this page's browser and opens their library with these photos, which were added through the API.
 */
export async function openLibrary(page: Page, names: readonly string[] = FOUR) {
  return openLibraryOf(page, await readPictures(names));
}

export async function openLibraryOf(page: Page, files: readonly File[]) {
  const mia = await registerIn(page);
  const photos = await uploadPhotos({ asking: page.request, authorization: mia.authorization }, files);
  await page.goto('/my-photos/photos');
  await expect(page.getByRole('link', { name: `Photos ${files.length}` })).toBeVisible();
  await expectPictures(page);
  return { ...mia, photos };
}
