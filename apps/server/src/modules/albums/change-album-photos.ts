import { sql } from 'kysely';
import type { Queryable } from '../../platform/database/database.ts';
import { retryConflicts } from '../../platform/database/retry-conflicts.ts';
import { Problem } from '../../platform/problem.ts';
import { lockAlbum } from './change-album.ts';
import type { Deps } from './deps.ts';
import { forgetSharedAccess } from './forget-shared-access.ts';
import { type AlbumRef, tellAlbumsChanged } from './tell-albums-changed.ts';

type ChangeDeps = Pick<Deps, 'db' | 'clock'>;
type Change = AlbumRef & { photoIds: readonly string[]; now: Date };

/** Puts photos of the album's owner into an album. Throws `not-found` for an album that is not there. */
export async function addAlbumPhotos(
  { db, clock }: ChangeDeps,
  ref: AlbumRef,
  photoIds: readonly string[],
): Promise<{ addedCount: number; photosCount: number }> {
  const change = { ...ref, photoIds, now: clock() };
  const added = await retryConflicts(() => db.transaction().execute((trx) => addToAlbum(trx, change)));
  if (!added) throw new Problem('not-found');
  return added;
}

/**
 * Puts photos into an album within a transaction; null when the album is not there. The photos are locked first, as by
 * whoever deletes them, so that an album never holds one that is gone.
 */
export async function addToAlbum(
  trx: Queryable,
  { ownerId, albumId, photoIds, now }: Change,
): Promise<{ addedCount: number; photosCount: number } | null> {
  const ref = { ownerId, albumId };
  await sql`select from photos where user_id = ${ownerId} and id = any(${photoIds}::uuid[])
    order by id for key share`.execute(trx);
  if (!(await lockAlbum(trx, ref))) return null;
  const { numAffectedRows } = await sql`
    insert into album_photos
      (user_id, album_id, photo_owner_id, photo_id, taken_order, created_order, ratio, added_at)
    select user_id, ${albumId}, user_id, id, taken_order, created_order, ratio, ${now}::timestamptz
    from photos where user_id = ${ownerId} and id = any(${photoIds}::uuid[])
    on conflict do nothing`.execute(trx);
  const addedCount = Number(numAffectedRows ?? 0);
  return { addedCount, photosCount: await countIn(trx, ref, { change: addedCount, now }) };
}

/** Takes photos out of an album. Throws `not-found` for an album that is not there. */
export async function removeAlbumPhotos(
  { db, clock }: ChangeDeps,
  ref: AlbumRef,
  photoIds: readonly string[],
): Promise<void> {
  await retryConflicts(() =>
    db.transaction().execute(async (trx) => {
      if (!(await lockAlbum(trx, ref))) throw new Problem('not-found');
      const { numAffectedRows } = await sql`
        delete from album_photos where user_id = ${ref.ownerId} and album_id = ${ref.albumId}
          and photo_id = any(${photoIds}::uuid[])`.execute(trx);
      await countIn(trx, ref, { change: -Number(numAffectedRows ?? 0), now: clock() });
      await forgetSharedAccess(trx, [ref.albumId]);
    }),
  );
}

/** Follows a change in the kept count, and tells of it; nothing changed is no news. */
export async function countIn(
  trx: Queryable,
  { ownerId, albumId }: AlbumRef,
  { change, now }: { change: number; now: Date },
): Promise<number> {
  const { photos_count } = await trx
    .updateTable('albums')
    .set((eb) => ({
      photos_count: eb('photos_count', '+', change),
      ...(change === 0 ? {} : { updated_at: now }),
    }))
    .where('user_id', '=', ownerId)
    .where('id', '=', albumId)
    .returning('photos_count')
    .executeTakeFirstOrThrow();
  if (change !== 0) await tellAlbumsChanged(trx, [{ ownerId, albumId }], now);
  return photos_count;
}
