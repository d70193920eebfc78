import { sql } from 'kysely';
import type { Queryable } from '../../../platform/database/database.ts';
import { retryConflicts } from '../../../platform/database/errors.ts';
import type { Deps } from './deps.ts';
import { lockAlbum, lockOwnAlbum } from './lock-album.ts';
import { type AlbumRef, tellAlbumsChanged } from './tell-albums-changed.ts';

type ChangeDeps = Pick<Deps, 'db' | 'clock'>;

/**
 * Puts photos of the album's owner into an album. Throws `not-found`, and `forbidden` for a shared one. The photos are
 * locked first, as by whoever deletes them, so that an album never holds one that is gone.
 */
export async function addAlbumPhotos(
  { db, clock }: ChangeDeps,
  ref: AlbumRef,
  photoIds: readonly string[],
): Promise<{ addedCount: number; photosCount: number }> {
  const now = clock();
  return retryConflicts(() =>
    db.transaction().execute(async (trx) => {
      const photos = { photoOwnerId: ref.ownerId, photoIds, now };
      await lockPhotos(trx, photos);
      await lockOwnAlbum(trx, ref);
      const addedCount = await addEntries(trx, ref, photos);
      return { addedCount, photosCount: await countIn(trx, ref, { change: addedCount, now }) };
    }),
  );
}

/**
 * Puts photos of the album's owner into an album, within a transaction that must not fail for its sake: of one that is
 * not there, or is shared, nothing happens. The caller retries conflicts.
 */
export async function addToAlbum(
  trx: Queryable,
  { photoIds, now, ...ref }: AlbumRef & { photoIds: readonly string[]; now: Date },
): Promise<void> {
  const photos = { photoOwnerId: ref.ownerId, photoIds, now };
  await lockPhotos(trx, photos);
  const album = await lockAlbum(trx, ref);
  if (!album || album.is_shared) return;
  await countIn(trx, ref, { change: await addEntries(trx, ref, photos), now });
}

type Addition = { photoOwnerId: string; photoIds: readonly string[]; now: Date };

/** Keeps photos from being deleted, and their dates from changing, until the transaction ends. */
async function lockPhotos(trx: Queryable, { photoOwnerId, photoIds }: Addition): Promise<void> {
  await sql`select from photos where user_id = ${photoOwnerId} and id = any(${photoIds}::uuid[])
    order by id for key share`.execute(trx);
}

/** Puts photos of one customer, which must be locked, into an album, which must be locked; gives how many were new. */
export async function addEntries(
  trx: Queryable,
  { ownerId, albumId }: AlbumRef,
  { photoOwnerId, photoIds, now }: Addition,
): Promise<number> {
  const { numAffectedRows } = await sql`
    insert into album_photos
      (user_id, album_id, photo_owner_id, photo_id, taken_order, created_order, ratio, added_at)
    select ${ownerId}, ${albumId}, user_id, id, taken_order, created_order, ratio, ${now}::timestamptz
    from photos where user_id = ${photoOwnerId} and id = any(${photoIds}::uuid[])
    on conflict do nothing`.execute(trx);
  return Number(numAffectedRows ?? 0);
}

/** Takes photos out of an album. Throws `not-found`, and `forbidden` for a shared one. */
export async function removeAlbumPhotos(
  { db, clock }: ChangeDeps,
  ref: AlbumRef,
  photoIds: readonly string[],
): Promise<void> {
  await retryConflicts(() =>
    db.transaction().execute(async (trx) => {
      await lockOwnAlbum(trx, ref);
      const { numAffectedRows } = await sql`
        delete from album_photos where user_id = ${ref.ownerId} and album_id = ${ref.albumId}
          and photo_owner_id = ${ref.ownerId} and photo_id = any(${photoIds}::uuid[])`.execute(trx);
      await countIn(trx, ref, { change: -Number(numAffectedRows ?? 0), now: clock() });
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
