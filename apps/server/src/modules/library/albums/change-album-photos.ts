import type { CustomerId } from '@keepsake/contracts/platform/ids';
import { sql } from 'kysely';
import type { Queryable } from '../../../platform/database/database.ts';
import { retryConflicts } from '../../../platform/database/errors.ts';
import { lockPhotos } from '../photos/index.ts';
import type { Deps } from './deps.ts';
import { notifyAlbumsChanged } from './notify-viewers.ts';
import { placeOfAdded } from './own-order.ts';
import { type AlbumRef, lockAlbum, lockOwnAlbum } from './store.ts';

type ChangeDeps = Pick<Deps, 'db' | 'clock'>;

/**
 * Adds photos of the album's owner to an album. Throws `not-found`, and `forbidden` for a shared one. The photos are
 * locked first, as a deletion does, so that an album never holds a deleted one.
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
      await lockPhotos(trx, ref.ownerId, photoIds);
      await lockOwnAlbum(trx, ref);
      const addedCount = await addEntries(trx, ref, photos);
      return { addedCount, photosCount: await changePhotosCount(trx, ref, { change: addedCount, now }) };
    }),
  );
}

/**
 * Adds photos of the album's owner to an album, within a transaction that must not fail because of it: nothing happens if
 * the album is gone or shared. The caller retries conflicts.
 */
export async function addToAlbum(
  trx: Queryable,
  { photoIds, now, ...ref }: AlbumRef & { photoIds: readonly string[]; now: Date },
): Promise<void> {
  const photos = { photoOwnerId: ref.ownerId, photoIds, now };
  await lockPhotos(trx, ref.ownerId, photoIds);
  const album = await lockAlbum(trx, ref);
  if (!album || album.is_shared) return;
  await changePhotosCount(trx, ref, { change: await addEntries(trx, ref, photos), now });
}

type Addition = { photoOwnerId: CustomerId; photoIds: readonly string[]; now: Date };

/** Adds photos of one customer to an album, both locked; returns how many were new. */
export async function addEntries(
  trx: Queryable,
  { ownerId, albumId }: AlbumRef,
  { photoOwnerId, photoIds, now }: Addition,
): Promise<number> {
  const { numAffectedRows } = await sql`
    insert into album_photos
      (user_id, album_id, photo_owner_id, photo_id, taken_order, created_order, name_order, ratio, added_at,
      own_place)
    select ${ownerId}, ${albumId}, user_id, id, taken_order, created_order, name_order, ratio, ${now}::timestamptz,
      ${placeOfAdded(now)}::bigint
    from library_photos where user_id = ${photoOwnerId} and id = any(${photoIds}::uuid[])
    on conflict do nothing`.execute(trx);
  return Number(numAffectedRows ?? 0);
}

/** Removes photos from an album. Throws `not-found`, and `forbidden` for a shared one. */
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
      await sql`update albums set chosen_cover_id = null where user_id = ${ref.ownerId} and id = ${ref.albumId}
        and chosen_cover_id = any(${photoIds}::uuid[])`.execute(trx);
      await changePhotosCount(trx, ref, { change: -Number(numAffectedRows ?? 0), now: clock() });
    }),
  );
}

/** Changes an album's stored count and notifies its viewers, unless `change` is 0; returns the new count. */
export async function changePhotosCount(
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
  if (change !== 0) await notifyAlbumsChanged(trx, [{ ownerId, albumId }], now);
  return photos_count;
}
