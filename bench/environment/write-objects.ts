import { execFile } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { THUMBNAIL_SIZES } from '@keepsake/contracts/platform/limits';

const CONCURRENCY = 32;
/** Size of every original for which `seedLibrary` creates an object of its own. */
export const ORIGINAL_BYTES = 100;

/** Writes originals and thumbnails of photos as small files and syncs them, so that no measured commit waits for them. */
export async function writeObjects(
  dataDir: string,
  photos: readonly { object_key: string }[],
): Promise<void> {
  const folders = new Set(
    photos.map(({ object_key }) => path.dirname(path.join(dataDir, 'objects', object_key))),
  );
  for (const folder of folders) await mkdir(folder, { recursive: true });
  const bytes = Buffer.alloc(ORIGINAL_BYTES, 7);
  for (let index = 0; index < photos.length; index += CONCURRENCY) {
    const files = photos.slice(index, index + CONCURRENCY).flatMap(({ object_key }) => {
      const original = path.join(dataDir, 'objects', object_key);
      return [original, ...THUMBNAIL_SIZES.map((size) => `${original}.${size}.jpg`)];
    });
    await Promise.all(files.map((file) => writeFile(file, bytes)));
  }
  await promisify(execFile)('sync');
}
