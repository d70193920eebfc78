import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, type Page } from '@playwright/test';
import { FOUR, tiles } from './albums.ts';
import { registerAndOpen } from './customers.ts';

const fixtures = path.resolve(import.meta.dirname, '../apps/server/src/platform/images/fixtures');

export const hashOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

/** A new customer with four photos under these names; gives the SHA-256 of each by its name. */
export async function openWithPhotos(page: Page, names: readonly string[]): Promise<Map<string, string>> {
  await registerAndOpen(page);
  const files = await Promise.all(
    FOUR.map(async (file, at) => ({
      name: names[at] ?? file,
      mimeType: 'image/jpeg',
      buffer: await readFile(path.join(fixtures, file)),
    })),
  );
  await page.getByRole('button', { name: 'Add photos' }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.locator('input[type=file]').first().setInputFiles(files);
  await expect(dialog.getByText('4 of 4 saved')).toBeVisible({ timeout: 30_000 });
  await dialog.getByRole('button', { name: 'Upload' }).click();
  await expect(tiles(page)).toHaveCount(4);
  return new Map(files.map(({ name, buffer }) => [name, hashOf(buffer)]));
}
