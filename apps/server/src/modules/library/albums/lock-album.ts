import type { Queryable } from '../../../platform/database/database.ts';
import { Problem } from '../../../platform/problem.ts';
import type { AlbumRef } from './tell-albums-changed.ts';

type Locked = { is_shared: boolean };

/** Locks an album for a change; null when it is not there. */
export async function lockAlbum(trx: Queryable, { ownerId, albumId }: AlbumRef): Promise<Locked | null> {
  const row = await trx
    .selectFrom('albums')
    .select('is_shared')
    .where('user_id', '=', ownerId)
    .where('id', '=', albumId)
    .forUpdate()
    .executeTakeFirst();
  return row ?? null;
}

/** Locks an album that its owner may change. Throws `not-found`, and `forbidden` for a shared one: it is read-only. */
export async function lockOwnAlbum(trx: Queryable, ref: AlbumRef): Promise<void> {
  const album = await lockAlbum(trx, ref);
  if (!album) throw new Problem('not-found');
  if (album.is_shared) throw new Problem('forbidden', { detail: 'A shared album cannot be changed' });
}
