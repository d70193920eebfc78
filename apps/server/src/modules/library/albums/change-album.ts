import { MAX_ALBUMS } from '@keepsake/contracts';
import { newId } from '../../../platform/ids.ts';
import { Problem } from '../../../platform/problem.ts';
import { countAlbums } from './count-albums.ts';
import type { Deps } from './deps.ts';
import { forgetSharedAccess } from './forget-shared-access.ts';
import { lockAlbum, lockOwnAlbum } from './lock-album.ts';
import { type AlbumRef, tellAlbumsChanged } from './tell-albums-changed.ts';

type ChangeDeps = Pick<Deps, 'db' | 'clock'>;

/** Makes an album; gives its id. Throws `conflict` for a customer who has as many as there can be. */
export async function createAlbum({ db, clock }: ChangeDeps, ownerId: string, name: string): Promise<string> {
  if ((await countAlbums(db, ownerId)) >= MAX_ALBUMS) {
    throw new Problem('conflict', { detail: `There can be at most ${MAX_ALBUMS} albums` });
  }
  const [albumId, now] = [newId(), clock()];
  await db.transaction().execute(async (trx) => {
    await trx
      .insertInto('albums')
      .values({ user_id: ownerId, id: albumId, name, created_at: now, updated_at: now })
      .execute();
    await tellAlbumsChanged(trx, [{ ownerId, albumId }], now);
  });
  return albumId;
}

/** Gives an album another name. Throws `not-found`, and `forbidden` for a shared one. */
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
    await tellAlbumsChanged(trx, [{ ownerId, albumId }], now);
  });
}

/** Removes an album and everybody's right to see it; its photos stay. One that is not there is gone already. */
export async function deleteAlbum({ db, clock }: ChangeDeps, ref: AlbumRef): Promise<void> {
  const { ownerId, albumId } = ref;
  await db.transaction().execute(async (trx) => {
    if (!(await lockAlbum(trx, ref))) return;
    await tellAlbumsChanged(trx, [ref], clock());
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
    await forgetSharedAccess(trx, [albumId]);
  });
}
