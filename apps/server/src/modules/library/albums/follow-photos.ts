import type { CustomerId } from '@keepsake/contracts/platform/ids';
import { sql } from 'kysely';
import { type Queryable, uuidArray } from '../../../platform/database/database.ts';
import type { RestoredPhoto } from '../photos/index.ts';
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
 * The same of photos whose dates their customer changed, and notifies who sees these albums. Their rows must be locked, and the
 * albums are in the order in which a removal locks them.
 */
export async function moveInAlbums(
  trx: Queryable,
  { customerId, photoIds, now }: Omit<Removal, 'isRestorable'>,
): Promise<void> {
  const albums = await findAlbums(trx, { customerId, photoIds });
  if (albums.length === 0) return;
  await lockAlbums(trx, albums);
  await updateInAlbums(trx, customerId, photoIds);
  await notifyAlbumsChanged(trx, albums, now);
}

type Removal = {
  customerId: CustomerId;
  photoIds: readonly string[];
  /** Whether the photos can come back, also into these albums. */
  isRestorable: boolean;
  now: Date;
};

/**
 * Removes photos that are being deleted from every album, the customer's own and shared ones of others. Their rows must
 * be locked, so that nobody adds them to an album in the meantime.
 */
export async function removeFromAlbums(trx: Queryable, removal: Removal): Promise<void> {
  const albums = await findAlbums(trx, removal);
  if (albums.length === 0) return;
  await lockAlbums(trx, albums);
  await removeEntries(trx, removal, albums);
  if (!removal.isRestorable) await forgetCovers(trx, removal.customerId, removal.photoIds);
  await notifyAlbumsChanged(trx, albums, removal.now);
  await dropSharedAccess(
    trx,
    albums.map(({ albumId }) => albumId),
  );
}

type Found = { owner_id: CustomerId; album_id: string };

async function findAlbums(
  trx: Queryable,
  { customerId, photoIds }: Pick<Removal, 'customerId' | 'photoIds'>,
): Promise<AlbumRef[]> {
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
  { customerId, photoIds, isRestorable, now }: Removal,
  albums: readonly AlbumRef[],
): Promise<void> {
  const owners = [...new Set(albums.map(({ ownerId }) => ownerId))];
  await sql`with gone as (
      delete from album_photos
      where user_id = any(${owners}::uuid[]) and photo_owner_id = ${customerId} and photo_id = any(${uuidArray(photoIds)})
      returning user_id, album_id, photo_id, added_at, own_place
    ), remembered as (
      insert into recently_deleted_entries (user_id, photo_id, album_owner_id, album_id, added_at, own_place)
      select ${customerId}, photo_id, user_id, album_id, added_at, own_place from gone where ${isRestorable}
    ), fewer as (select user_id, album_id, count(*)::int as photos from gone group by user_id, album_id)
    update albums set photos_count = photos_count - photos, updated_at = ${now}
    from fewer where albums.user_id = fewer.user_id and albums.id = fewer.album_id`.execute(trx);
}

type Restoring = { customerId: CustomerId; photos: readonly RestoredPhoto[]; now: Date };

/**
 * Puts photos that came back into the albums that they were in, at their places: into the customer's own, and into shared ones of
 * others that the customer still sees. Albums that are gone stay so. The rows of the photos must be locked.
 */
export async function restoreInAlbums(trx: Queryable, restoring: Restoring): Promise<void> {
  const albums = await findRemembered(trx, restoring);
  if (albums.length === 0) return;
  await lockAlbums(trx, albums);
  await restoreEntries(trx, restoring);
  await moveCovers(trx, restoring, albums);
  await notifyAlbumsChanged(trx, albums, restoring.now);
}

async function findRemembered(trx: Queryable, { customerId, photos }: Restoring): Promise<AlbumRef[]> {
  const { rows } = await sql<Found>`
    select distinct album_owner_id as owner_id, album_id from recently_deleted_entries
    where user_id = ${customerId} and photo_id = any(${uuidArray(photos.map(({ was }) => was))})`.execute(
    trx,
  );
  return rows.map(({ owner_id, album_id }) => ({ ownerId: owner_id, albumId: album_id }));
}

/** An album may be shared, or no longer, since the photo left it. */
async function restoreEntries(trx: Queryable, { customerId, photos, now }: Restoring): Promise<void> {
  await sql`with remembered as (
      delete from recently_deleted_entries
      where user_id = ${customerId} and photo_id = any(${uuidArray(photos.map(({ was }) => was))})
      returning photo_id as was, album_owner_id, album_id, added_at, own_place
    ), back as (
      insert into album_photos
        (user_id, album_id, photo_owner_id, photo_id, taken_order, created_order, name_order, ratio, added_at,
          own_place)
      select album_owner_id, album_id, ${customerId}, photo.id, taken_order, created_order, name_order, ratio, min(added_at),
        min(own_place)
      from remembered
        join rows from (unnest(${uuidArray(photos.map(({ was }) => was))}, ${uuidArray(photos.map(({ photoId }) => photoId))}))
          as restored (was, photo_id) using (was)
        join library_photos as photo on photo.user_id = ${customerId} and photo.id = restored.photo_id
        join albums as album on album.user_id = album_owner_id and album.id = album_id
      where album_owner_id = ${customerId} or exists (select from shared_album_grants as granted
        where granted.user_id = ${customerId} and granted.owner_id = album_owner_id and granted.album_id = album.id)
      group by album_owner_id, album_id, photo.id, taken_order, created_order, name_order, ratio
      on conflict do nothing returning user_id, album_id
    ), more as (select user_id, album_id, count(*)::int as photos from back group by user_id, album_id)
    update albums set photos_count = photos_count + photos, updated_at = ${now}
    from more where albums.user_id = more.user_id and albums.id = more.album_id`.execute(trx);
}

/** A chosen cover in whose place another photo came back is that one. */
async function moveCovers(
  trx: Queryable,
  { customerId, photos }: Restoring,
  albums: readonly AlbumRef[],
): Promise<void> {
  const moved = photos.filter(({ was, photoId }) => was !== photoId);
  if (moved.length === 0) return;
  await sql`update albums set chosen_cover_id = photo_id
    from rows from (unnest(${uuidArray(moved.map(({ was }) => was))}, ${uuidArray(moved.map(({ photoId }) => photoId))}))
      as moved (was, photo_id)
    where user_id = ${customerId} and id = any(${albums.map(({ albumId }) => albumId)}::uuid[])
      and chosen_cover_id = was`.execute(trx);
}

/** Forgets in which albums photos were that cannot come back, and that they were chosen as covers. */
export async function forgetInAlbums(
  trx: Queryable,
  customerId: CustomerId,
  photoIds: readonly string[],
): Promise<void> {
  await sql`delete from recently_deleted_entries
    where user_id = ${customerId} and photo_id = any(${uuidArray(photoIds)})`.execute(trx);
  await forgetCovers(trx, customerId, photoIds);
}

/** Locks the albums in the order of all changes. */
async function forgetCovers(
  trx: Queryable,
  customerId: CustomerId,
  photoIds: readonly string[],
): Promise<void> {
  await sql`with covered as (
      select id from albums where user_id = ${customerId} and chosen_cover_id = any(${uuidArray(photoIds)})
      order by id for update
    )
    update albums set chosen_cover_id = null
    where user_id = ${customerId} and id in (select id from covered)`.execute(trx);
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
