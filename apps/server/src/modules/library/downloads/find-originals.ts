import type { Database } from '../../../platform/database/database.ts';
import { type Original, readOriginals } from '../photos/index.ts';
import type { PhotoRef } from './deps.ts';

/** The originals of photos of one or several customers, in their order; undefined for one that is not there. */
export async function findOriginals(
  db: Database,
  photos: readonly PhotoRef[],
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
