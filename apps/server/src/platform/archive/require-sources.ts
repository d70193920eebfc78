import type { ObjectStore } from '../objects/object-store.ts';
import type { ArchiveEntry } from './archive-entry.ts';
import { ArchiveSourceError } from './archive-source-error.ts';

const AT_ONCE = 16;

/**
 * Asks for the size of every source before an archive is promised to anybody. Throws an ArchiveSourceError that names
 * an entry whose source is missing or has another size.
 */
export async function requireSources(
  entries: readonly ArchiveEntry[],
  objects: Pick<ObjectStore, 'size'>,
): Promise<void> {
  // A helper's iterator, unlike an array's, is over for all who share it when one of them throws.
  const waiting = entries.values().filter(({ source }) => 'key' in source);
  const work = async () => {
    for (const entry of waiting) await requireSource(entry, objects);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
}

async function requireSource(entry: ArchiveEntry, objects: Pick<ObjectStore, 'size'>): Promise<void> {
  if (!('key' in entry.source)) return;
  const bytes = await objects.size(entry.source.key);
  if (bytes === null) throw new ArchiveSourceError(entry, 'its source is missing');
  if (bytes !== entry.bytes)
    throw new ArchiveSourceError(entry, `its source has ${bytes} bytes instead of ${entry.bytes}`);
}
