import { type ArchiveEntry, ArchiveSourceError } from '../../../platform/archive/archive-entry.ts';
import { safeNames } from '../../../platform/archive/safe-names.ts';
import { requireSources } from '../../../platform/archive/sources.ts';
import type { ObjectStore } from '../../../platform/objects/object-store.ts';
import type { Original } from '../photos/index.ts';
import type { StoredEntry } from './store.ts';

/** Entries of an archive, under unique names. */
export function entriesOf(originals: readonly Original[]): StoredEntry[] {
  const names = safeNames(originals.map(({ fileName }) => ({ name: fileName })));
  return originals.map(({ bytes, crc32, wallTime, objectKey }, index) => ({
    name: names[index] ?? '',
    bytes,
    crc32,
    modifiedAt: wallTime,
    key: objectKey,
  }));
}

/** An entry in the form that the archive takes. */
export function archiveEntryOf({ key, ...entry }: StoredEntry): ArchiveEntry {
  return { ...entry, source: { key } };
}

/** Indexes of entries whose original is missing from the store or has the wrong size. */
export async function findLost(
  objects: Pick<ObjectStore, 'size'>,
  entries: readonly StoredEntry[],
): Promise<number[]> {
  const checks = entries.map(async (entry) =>
    requireSources([archiveEntryOf(entry)], objects).then(() => true, toFalse),
  );
  return (await Promise.all(checks)).flatMap((isThere, index) => (isThere ? [] : [index]));
}

/** A missing source is an answer; any other failure may be temporary. */
function toFalse(error: unknown): false {
  if (error instanceof ArchiveSourceError) return false;
  throw error;
}
