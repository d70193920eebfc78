import { createHash } from 'node:crypto';
import type { Page } from '@playwright/test';
import { FOUR } from './albums.ts';
import { openLibraryOf, readPictures } from './small-library.ts';

export const hashOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

/** Registers a new customer with four photos of these names; returns their SHA-256 by name. */
export async function openWithPhotos(page: Page, names: readonly string[]): Promise<Map<string, string>> {
  const files = (await readPictures(FOUR)).map((file, at) => ({ ...file, name: names[at] ?? file.name }));
  await openLibraryOf(page, files);
  return new Map(files.map(({ name, content }) => [name, hashOf(content)]));
}
