import type { Logger } from 'pino';
import type { Clock } from '../../../../platform/clock.ts';
import type { Database } from '../../../../platform/database/database.ts';
import { isConflict, retryConflicts } from '../../../../platform/database/errors.ts';
import { type RemoveFromAlbums, removePhotos } from './remove-photos.ts';

export type DeletionDeps = { db: Database; clock: Clock; log: Logger; removeFromAlbums: RemoveFromAlbums };

/**
 * Deletes photos of a customer, all or none: ten thousand in one transaction are quicker than in ten, and tell screens
 * once. Gives the ids that are still there because other changes stood in the way to the end; any other failure throws.
 */
export async function deletePhotos(
  { db, clock, log, removeFromAlbums }: DeletionDeps,
  userId: string,
  photoIds: readonly string[],
): Promise<string[]> {
  const asked = { userId, photoIds: [...new Set(photoIds)], now: clock() };
  try {
    await retryConflicts(() => db.transaction().execute((trx) => removePhotos(trx, asked, removeFromAlbums)));
    return [];
  } catch (error) {
    if (!isConflict(error)) throw error;
    log.warn({ err: error, userId, photos: asked.photoIds.length }, 'photos could not be deleted');
    return findPhotos(db, userId, asked.photoIds);
  }
}

async function findPhotos(db: Database, userId: string, photoIds: readonly string[]): Promise<string[]> {
  const rows = await db
    .selectFrom('photos')
    .select('id')
    .where('user_id', '=', userId)
    .where('id', 'in', photoIds)
    .execute();
  return rows.map(({ id }) => id);
}
