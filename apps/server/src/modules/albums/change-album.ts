import { randomUUIDv7 } from 'node:crypto';
import type { Queryable } from '../../platform/database/database.ts';
import { Problem } from '../../platform/problem.ts';
import { countAlbums } from './count-albums.ts';
import type { Deps } from './deps.ts';
import { forgetSharedAccess } from './forget-shared-access.ts';
import { type AlbumRef, tellAlbumsChanged } from './tell-albums-changed.ts';

type ChangeDeps = Pick<Deps, 'db' | 'clock'>;

/** Albums a customer may have: more than anybody looks through, fewer than a runaway script makes. */
const MOST_ALBUMS = 10_000;

/** Makes an album; gives its id. */
export async function createAlbum({ db, clock }: ChangeDeps, ownerId: string, name: string): Promise<string> {
  if ((await countAlbums(db, ownerId)) >= MOST_ALBUMS) {
    throw new Problem('conflict', { detail: `There can be at most ${MOST_ALBUMS} albums` });
  }
  const [albumId, now] = [randomUUIDv7(), clock()];
  await db.transaction().execute(async (trx) => {
    await trx
      .insertInto('albums')
      .values({ user_id: ownerId, id: albumId, name, created_at: now, updated_at: now })
      .execute();
    await tellAlbumsChanged(trx, [{ ownerId, albumId }], now);
  });
  return albumId;
}

/** Gives an album another name. */
export async function renameAlbum(
  { db, clock }: ChangeDeps,
  { ownerId, albumId }: AlbumRef,
  name: string,
): Promise<void> {
  const now = clock();
  await db.transaction().execute(async (trx) => {
    const { numUpdatedRows } = await trx
      .updateTable('albums')
      .set({ name, updated_at: now })
      .where('user_id', '=', ownerId)
      .where('id', '=', albumId)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) throw new Problem('not-found');
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

/** Locks an album for a change of what is in it; false when it is not there. */
export async function lockAlbum(trx: Queryable, { ownerId, albumId }: AlbumRef): Promise<boolean> {
  const row = await trx
    .selectFrom('albums')
    .select('id')
    .where('user_id', '=', ownerId)
    .where('id', '=', albumId)
    .forUpdate()
    .executeTakeFirst();
  return row !== undefined;
}
