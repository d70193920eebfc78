import { sql } from 'kysely';
import type { Queryable } from '../../../platform/database/database.ts';
import { albumOwnersFor } from './album-owners.ts';
import { forgetSharedAccess } from './forget-shared-access.ts';
import { type AlbumRef, tellAlbumsChanged } from './tell-albums-changed.ts';

type Removal = { userId: string; photoIds: readonly string[]; now: Date };

/**
 * Takes photos that are being deleted out of every album, the customer's own and the shared ones of others. Their rows
 * must be locked: nothing then adds them to an album meanwhile.
 */
export async function forgetPhotos(trx: Queryable, removal: Removal): Promise<void> {
  const albums = await findAlbums(trx, removal);
  if (albums.length === 0) return;
  await lockAlbums(trx, albums);
  await removeEntries(trx, removal, albums);
  await tellAlbumsChanged(trx, albums, removal.now);
  await forgetSharedAccess(
    trx,
    albums.map(({ albumId }) => albumId),
  );
}

type Found = { owner_id: string; album_id: string };

async function findAlbums(trx: Queryable, { userId, photoIds }: Removal): Promise<AlbumRef[]> {
  const owners = await albumOwnersFor(trx, userId);
  // Most customers have nothing in albums, and need not send ten thousand ids to be told so.
  const { rows: any } = await sql`select from album_photos
    where user_id = any(${owners}::uuid[]) and photo_owner_id = ${userId} limit 1`.execute(trx);
  if (any.length === 0) return [];
  const { rows } = await sql<Found>`
    select distinct user_id as owner_id, album_id from album_photos
    where user_id = any(${owners}::uuid[]) and photo_owner_id = ${userId}
      and photo_id = any(${photoIds}::uuid[])`.execute(trx);
  return rows.map(({ owner_id, album_id }) => ({ ownerId: owner_id, albumId: album_id }));
}

/** In one order, so that two changes that overlap never wait for each other in a circle. */
async function lockAlbums(trx: Queryable, albums: readonly AlbumRef[]): Promise<void> {
  const owners = albums.map(({ ownerId }) => ownerId);
  const ids = albums.map(({ albumId }) => albumId);
  await sql`select from albums
    where (user_id, id) in (select * from unnest(${owners}::uuid[], ${ids}::uuid[]))
    order by id for update`.execute(trx);
}

async function removeEntries(
  trx: Queryable,
  { userId, photoIds, now }: Removal,
  albums: readonly AlbumRef[],
): Promise<void> {
  const owners = [...new Set(albums.map(({ ownerId }) => ownerId))];
  await sql`with gone as (
      delete from album_photos
      where user_id = any(${owners}::uuid[]) and photo_owner_id = ${userId} and photo_id = any(${photoIds}::uuid[])
      returning user_id, album_id
    ), fewer as (select user_id, album_id, count(*)::int as photos from gone group by user_id, album_id)
    update albums set photos_count = photos_count - photos, updated_at = ${now}
    from fewer where albums.user_id = fewer.user_id and albums.id = fewer.album_id`.execute(trx);
}
