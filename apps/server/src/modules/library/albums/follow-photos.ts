import type { CustomerId } from '@keepsake/contracts/platform/ids';
import { sql } from 'kysely';
import { type Queryable, uuidArray } from '../../../platform/database/database.ts';
import type { Removal } from '../photos/index.ts';
import { dropSharedAccess, notifyAlbumsChanged } from './notify-viewers.ts';
import type { AlbumRef } from './store.ts';

/**
 * Updates photos in all albums once what they are ordered or laid out by becomes known. Their rows must be locked, so that whoever
 * adds them to an album waits and reads the new values.
 */
export async function updateInAlbums(
  trx: Queryable,
  customerId: CustomerId,
  photoIds: readonly string[],
): Promise<void> {
  await sql`update album_photos as entry
    set created_order = photo.created_order, taken_order = photo.taken_order,
      name_order = photo.name_order, ratio = photo.ratio
    from library_photos as photo
    where photo.user_id = ${customerId} and photo.id = any(${uuidArray(photoIds)})
      and entry.user_id = any(${await albumOwnersFor(trx, customerId)}::uuid[])
      and entry.photo_owner_id = ${customerId} and entry.photo_id = photo.id`.execute(trx);
}

/**
 * Removes photos that are being deleted from every album, the customer's own and shared ones of others. Their rows must
 * be locked, so that nobody adds them to an album in the meantime.
 */
export async function removeFromAlbums(trx: Queryable, removal: Removal): Promise<void> {
  const albums = await findAlbums(trx, removal);
  if (albums.length === 0) return;
  await lockAlbums(trx, albums);
  await removeEntries(trx, removal, albums);
  await notifyAlbumsChanged(trx, albums, removal.now);
  await dropSharedAccess(
    trx,
    albums.map(({ albumId }) => albumId),
  );
}

type Found = { owner_id: CustomerId; album_id: string };

async function findAlbums(trx: Queryable, { customerId, photoIds }: Removal): Promise<AlbumRef[]> {
  const owners = await albumOwnersFor(trx, customerId);
  // Most customers have nothing in albums: no need to send ten thousand ids to find that out.
  const { rows: any } = await sql`select from album_photos
    where user_id = any(${owners}::uuid[]) and photo_owner_id = ${customerId} limit 1`.execute(trx);
  if (any.length === 0) return [];
  const { rows } = await sql<Found>`
    select distinct user_id as owner_id, album_id from album_photos
    where user_id = any(${owners}::uuid[]) and photo_owner_id = ${customerId}
      and photo_id = any(${uuidArray(photoIds)})`.execute(trx);
  return rows.map(({ owner_id, album_id }) => ({ ownerId: owner_id, albumId: album_id }));
}

/** Always in the same order, so that overlapping changes never deadlock. */
async function lockAlbums(trx: Queryable, albums: readonly AlbumRef[]): Promise<void> {
  const owners = albums.map(({ ownerId }) => ownerId);
  const ids = albums.map(({ albumId }) => albumId);
  await sql`select from albums
    where (user_id, id) in (select * from unnest(${owners}::uuid[], ${ids}::uuid[]))
    order by id for update`.execute(trx);
}

async function removeEntries(
  trx: Queryable,
  { customerId, photoIds, now }: Removal,
  albums: readonly AlbumRef[],
): Promise<void> {
  const owners = [...new Set(albums.map(({ ownerId }) => ownerId))];
  await sql`with gone as (
      delete from album_photos
      where user_id = any(${owners}::uuid[]) and photo_owner_id = ${customerId} and photo_id = any(${uuidArray(photoIds)})
      returning user_id, album_id
    ), fewer as (select user_id, album_id, count(*)::int as photos from gone group by user_id, album_id)
    update albums set photos_count = photos_count - photos, updated_at = ${now}
    from fewer where albums.user_id = fewer.user_id and albums.id = fewer.album_id`.execute(trx);
}

/** Owners of the albums that may hold a customer's photos: the customer, and owners of albums shared with them. */
async function albumOwnersFor(trx: Queryable, customerId: CustomerId): Promise<CustomerId[]> {
  const grants = await trx
    .selectFrom('shared_album_grants')
    .select('owner_id')
    .distinct()
    .where('user_id', '=', customerId)
    .execute();
  return [customerId, ...grants.map(({ owner_id }) => owner_id)];
}
