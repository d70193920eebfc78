import { type ArchiveEntry, ArchiveSourceError } from '../../../platform/archive/archive-entry.ts';
import { safeNames } from '../../../platform/archive/safe-names.ts';
import { requireSources } from '../../../platform/archive/sources.ts';
import type { Database } from '../../../platform/database/database.ts';
import type { ObjectStore } from '../../../platform/objects/object-store.ts';
import { type Original, type OwnedPhoto, readOriginals } from '../photos/index.ts';
import type { StoredEntry } from './store.ts';

/**
 * The originals of one or several customers' photos, in order; undefined for a photo that is gone. Damaged ones are included so
 * that they can be named; see `isSound`.
 */
export async function findOriginals(
  db: Database,
  photos: readonly OwnedPhoto[],
): Promise<(Original | undefined)[]> {
  const ownerIds = [...new Set(photos.map(({ ownerId }) => ownerId))];
  const found = new Map<string, Original>();
  for (const ownerId of ownerIds) {
    const photoIds = photos.filter((photo) => photo.ownerId === ownerId).map(({ photoId }) => photoId);
    for (const original of await readOriginals(db, ownerId, photoIds)) {
      found.set(`${ownerId} ${original.photoId}`, original);
    }
  }
  return photos.map(({ ownerId, photoId }) => found.get(`${ownerId} ${photoId}`));
}

/** Whether an original may be in an archive: it exists, and is not known to be damaged. */
export const isSound = (original: Original | undefined): original is Original =>
  original !== undefined && !original.isDamaged;

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
