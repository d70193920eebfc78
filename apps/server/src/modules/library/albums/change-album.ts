import { MAX_ALBUMS } from '@keepsake/contracts/library/albums';
import type { CustomerId } from '@keepsake/contracts/platform/ids';
import { lockCount, type Queryable } from '../../../platform/database/database.ts';
import { newId } from '../../../platform/ids.ts';
import { Problem } from '../../../platform/problem.ts';
import type { Deps } from './deps.ts';
import { dropSharedAccess, notifyAlbumsChanged } from './notify-viewers.ts';
import { type AlbumRef, containsPhoto, countAlbums, lockAlbum, lockOwnAlbum } from './store.ts';

type ChangeDeps = Pick<Deps, 'db' | 'clock'>;

/** Creates an album and returns its id. Throws `conflict` if the customer has reached the limit. */
export async function createAlbum(
  { trx, clock }: Pick<Deps, 'clock'> & { trx: Queryable },
  ownerId: CustomerId,
  name: string,
): Promise<string> {
  await lockCount(trx, 'albums', ownerId);
  if ((await countAlbums(trx, ownerId)) >= MAX_ALBUMS) {
    throw new Problem('conflict', { detail: `There can be at most ${MAX_ALBUMS} albums` });
  }
  const [albumId, now] = [newId(), clock()];
  await trx
    .insertInto('albums')
    .values({ user_id: ownerId, id: albumId, name, created_at: now, updated_at: now })
    .execute();
  await notifyAlbumsChanged(trx, [{ ownerId, albumId }], now);
  return albumId;
}

/** Renames an album. Throws `not-found`, and `forbidden` for a shared one. */
export async function renameAlbum(
  { db, clock }: ChangeDeps,
  { ownerId, albumId }: AlbumRef,
  name: string,
): Promise<void> {
  const now = clock();
  await db.transaction().execute(async (trx) => {
    await lockOwnAlbum(trx, { ownerId, albumId });
    await trx
      .updateTable('albums')
      .set({ name, updated_at: now })
      .where('user_id', '=', ownerId)
      .where('id', '=', albumId)
      .execute();
    await notifyAlbumsChanged(trx, [{ ownerId, albumId }], now);
  });
}

/**
 * Chooses one of its photos as an album's cover, or none. Throws `not-found`, also if the album does not hold the photo, and
 * `forbidden` for a shared album.
 */
export async function chooseCover(
  { db, clock }: ChangeDeps,
  { ownerId, albumId }: AlbumRef,
  { photoId }: { photoId: string | null },
): Promise<void> {
  const now = clock();
  await db.transaction().execute(async (trx) => {
    await lockOwnAlbum(trx, { ownerId, albumId });
    if (photoId !== null && !(await containsPhoto(trx, { ownerId, albumId }, photoId))) {
      throw new Problem('not-found', { detail: 'The album does not hold this photo' });
    }
    await trx
      .updateTable('albums')
      .set({ chosen_cover_id: photoId, updated_at: now })
      .where('user_id', '=', ownerId)
      .where('id', '=', albumId)
      .execute();
    await notifyAlbumsChanged(trx, [{ ownerId, albumId }], now);
  });
}

/** Deletes an album and everybody's access to it; its photos stay. Does nothing if it is gone. */
export async function deleteAlbum({ db, clock }: ChangeDeps, ref: AlbumRef): Promise<void> {
  const { ownerId, albumId } = ref;
  await db.transaction().execute(async (trx) => {
    if (!(await lockAlbum(trx, ref))) return;
    await notifyAlbumsChanged(trx, [ref], clock());
    await trx
      .deleteFrom('shared_album_grants')
      .where('owner_id', '=', ownerId)
      .where('album_id', '=', albumId)
      .execute();
    await trx
      .deleteFrom('album_photos')
      .where('user_id', '=', ownerId)
      .where('album_id', '=', albumId)
      .execute();
    await trx.deleteFrom('albums').where('user_id', '=', ownerId).where('id', '=', albumId).execute();
    await dropSharedAccess(trx, [albumId]);
  });
}
