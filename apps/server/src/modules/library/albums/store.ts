import type { Days } from '@keepsake/contracts/platform/fields';
import type { CustomerId } from '@keepsake/contracts/platform/ids';
import type { AlbumSortKey, SortOrder } from '@keepsake/contracts/platform/start-of-page';
import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { Queryable } from '../../../platform/database/database.ts';
import type { Albums } from '../../../platform/database/database-types.ts';
import { DIRECTIONS, keysetPage, type Page } from '../../../platform/paging.ts';
import { Problem } from '../../../platform/problem.ts';
import type { Deps } from './deps.ts';

export type AlbumRef = { ownerId: CustomerId; albumId: string };

/** An album and its cover: the photo that its owner chose, while the album holds it, otherwise the one added last. */
export type AlbumRow = Selectable<Albums> & {
  cover_photo_id: string | null;
  cover_owner_id: CustomerId | null;
  is_cover_chosen: boolean;
};

type AlbumSort = { sortKey: AlbumSortKey; sortOrder: SortOrder };
type PageRequest = {
  ownerId: CustomerId;
  sort: AlbumSort;
  cursor?: string;
  limit: number;
  /** Include albums that are shared with others. */
  withShared: boolean;
};

/** Sort keys. A customer has few albums, so sorting by name needs no index. */
const ORDERS = {
  created: sql`created_at`,
  updated: sql`updated_at`,
  name: sql`(name collate album_names)`,
  photosCount: sql`photos_count`,
};

/** One page of a customer's albums by keyset. */
export async function readAlbumPage(
  { db, cursors }: Pick<Deps, 'db' | 'cursors'>,
  { cursor, limit, ...request }: PageRequest,
): Promise<Page<AlbumRow>> {
  const { ownerId, sort } = request;
  return keysetPage({
    cursors,
    customerId: ownerId,
    list: `albums by ${sort.sortKey} ${sort.sortOrder}`,
    cursor,
    limit,
    read: (after, count) => selectAlbums(db, request, after, count),
    placeOf: (row) => [positionOf(row, sort), row.id],
  });
}

async function selectAlbums(
  db: Queryable,
  { ownerId, sort, withShared }: Omit<PageRequest, 'cursor' | 'limit'>,
  after: readonly string[] | null,
  count: number,
): Promise<AlbumRow[]> {
  const order = ORDERS[sort.sortKey];
  const { direction, beyond } = DIRECTIONS[sort.sortOrder];
  const inOrder = sql`order by ${order} ${direction}, id ${direction}`;
  const { rows } = await withCovers(
    ownerId,
    sql`select * from albums where user_id = ${ownerId}
      ${withShared ? sql`` : sql`and not is_shared`}
      ${after ? sql`and (${order}, id) ${beyond} (${after[0]}, ${after[1]})` : sql``}
      ${inOrder} limit ${count}`,
    inOrder,
  ).execute(db);
  return rows;
}

/** Albums of one owner by id, unordered. */
export async function readAlbums(
  db: Queryable,
  ownerId: CustomerId,
  albumIds: readonly string[],
): Promise<AlbumRow[]> {
  const { rows } = await withCovers(
    ownerId,
    sql`select * from albums where user_id = ${ownerId} and id = any(${albumIds}::uuid[])`,
  ).execute(db);
  return rows;
}

/** One of the owner's albums, or null. */
export async function readAlbum(db: Queryable, { ownerId, albumId }: AlbumRef): Promise<AlbumRow | null> {
  const [row] = await readAlbums(db, ownerId, [albumId]);
  return row ?? null;
}

/** Whether an album holds a photo of its owner. */
export async function containsPhoto(db: Queryable, album: AlbumRef, photoId: string): Promise<boolean> {
  const entry = await db
    .selectFrom('album_photos')
    .select('photo_id')
    .where('user_id', '=', album.ownerId)
    .where('album_id', '=', album.albumId)
    .where('photo_owner_id', '=', album.ownerId)
    .where('photo_id', '=', photoId)
    .executeTakeFirst();
  return entry !== undefined;
}

/** What `taken_order` says of photos without a date, which the timeline calls unknown [TL-07]. */
const UNKNOWN_DATES = sql`(taken_order >= timestamp '1970-01-01' and taken_order < timestamp '1970-02-01')`;

/** The days on which the first and the last photo of an album were taken; null if none is known. Two looks into an index. */
export async function readTakenDays(db: Queryable, { ownerId, albumId }: AlbumRef): Promise<Days | null> {
  const { rows } = await sql<{ from: string | null; to: string | null }>`
    select min(taken_order)::date::text as "from", max(taken_order)::date::text as "to" from album_photos
    where user_id = ${ownerId} and album_id = ${albumId} and not ${UNKNOWN_DATES}`.execute(db);
  const { from, to } = rows[0] ?? {};
  return from && to ? { from, to } : null;
}

/** Albums of one owner with their covers, each found by one index lookup, or by two if a cover is chosen that is gone. */
function withCovers(ownerId: CustomerId, albums: RawBuilder<unknown>, inOrder = sql``): RawBuilder<AlbumRow> {
  return sql<AlbumRow>`select album.*, chosen.photo_id is not null as is_cover_chosen,
      coalesce(chosen.photo_id, latest.photo_id) as cover_photo_id,
      coalesce(chosen.photo_owner_id, latest.photo_owner_id) as cover_owner_id
    from (${albums}) as album left join album_photos as chosen on chosen.user_id = ${ownerId}
      and chosen.album_id = album.id and chosen.photo_owner_id = ${ownerId} and chosen.photo_id = chosen_cover_id
    left join lateral (
      select photo_id, photo_owner_id from album_photos where user_id = ${ownerId} and album_id = album.id
        and chosen.photo_id is null order by added_at desc, photo_id desc limit 1
    ) as latest on true ${inOrder}`;
}

function positionOf(row: AlbumRow, { sortKey }: AlbumSort): string {
  if (sortKey === 'created') return row.created_at.toISOString();
  if (sortKey === 'updated') return row.updated_at.toISOString();
  return sortKey === 'name' ? row.name : String(row.photos_count);
}

type Containing = { albumId: string; albumName: string; all: number };

/** The customer's albums that contain one of their photos, most recently changed first, and how many there are. */
export async function findAlbums(db: Queryable, customerId: CustomerId, photoId: string, limit: number) {
  const { rows } = await sql<Containing>`
    select album.id as "albumId", album.name as "albumName", count(*) over ()::int as all
    from album_photos as entry join albums as album on album.user_id = entry.user_id and album.id = entry.album_id
    where entry.user_id = ${customerId} and entry.photo_owner_id = ${customerId} and entry.photo_id = ${photoId}
    order by album.updated_at desc, album.id limit ${limit}`.execute(db);
  const albums = rows.map(({ albumId, albumName }) => ({ albumId, albumName }));
  return { albums, albumsCount: rows[0]?.all ?? 0 };
}

/** Number of a customer's own albums, including shared ones. */
export async function countAlbums(db: Queryable, customerId: CustomerId): Promise<number> {
  const { albums } = await db
    .selectFrom('albums')
    .select((eb) => eb.fn.countAll<number>().as('albums'))
    .where('user_id', '=', customerId)
    .executeTakeFirstOrThrow();
  return Number(albums);
}

/** SQL of a short text that changes whenever a customer's albums do, for use in a larger statement. */
export const albumsStateSql = (customerId: CustomerId): RawBuilder<string> =>
  sql`select concat_ws(' ', count(*), extract(epoch from max(updated_at))) from albums where user_id = ${customerId}`;

type Locked = { is_shared: boolean; is_in_own_order: boolean };

/** Locks an album for a change; null if it does not exist. */
export async function lockAlbum(trx: Queryable, { ownerId, albumId }: AlbumRef): Promise<Locked | null> {
  const row = await trx
    .selectFrom('albums')
    .select(['is_shared', 'is_in_own_order'])
    .where('user_id', '=', ownerId)
    .where('id', '=', albumId)
    .forUpdate()
    .executeTakeFirst();
  return row ?? null;
}

/** Locks an album that its owner may change. Throws `not-found`, and `forbidden` for a shared album, which is read-only. */
export async function lockOwnAlbum(trx: Queryable, ref: AlbumRef): Promise<Locked> {
  const album = await lockAlbum(trx, ref);
  if (!album) throw new Problem('not-found');
  if (album.is_shared) throw new Problem('forbidden', { detail: 'A shared album cannot be changed' });
  return album;
}
