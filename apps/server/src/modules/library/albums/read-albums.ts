import type { AlbumSortKey, SortOrder } from '@keepsake/contracts';
import { type RawBuilder, sql } from 'kysely';
import type { Queryable } from '../../../platform/database/database.ts';
import { keysetPage, type Page } from '../../../platform/paging.ts';
import type { AlbumRow } from './album-row.ts';
import type { Deps } from './deps.ts';
import type { AlbumRef } from './tell-albums-changed.ts';

type AlbumSort = { sortKey: AlbumSortKey; sortOrder: SortOrder };
type PageRequest = {
  ownerId: string;
  sort: AlbumSort;
  cursor?: string;
  limit: number;
  /** Whether albums that others see are among them. */
  withShared: boolean;
};

/** What is sorted by. Names are few, so no index need know how they sort. */
const ORDERS = {
  created: sql`created_at`,
  updated: sql`updated_at`,
  name: sql`(name collate album_names)`,
  photosCount: sql`photos_count`,
};
const NOTHING = sql.raw('');

/** One page of a customer's albums by keyset. */
export async function readAlbumPage(
  { db, cursors }: Pick<Deps, 'db' | 'cursors'>,
  { cursor, limit, ...request }: PageRequest,
): Promise<Page<AlbumRow>> {
  const { ownerId, sort } = request;
  return keysetPage({
    cursors,
    list: `albums of ${ownerId} by ${sort.sortKey} ${sort.sortOrder}`,
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
  const beyond = sql.raw(sort.sortOrder === 'desc' ? '<' : '>');
  const inOrder = sql`order by ${order} ${sql.raw(sort.sortOrder)}, id ${sql.raw(sort.sortOrder)}`;
  const { rows } = await withCovers(
    sql`select * from albums where user_id = ${ownerId}
      ${withShared ? NOTHING : sql`and not is_shared`}
      ${after ? sql`and (${order}, id) ${beyond} (${after[0]}, ${after[1]})` : NOTHING}
      ${inOrder} limit ${count}`,
    inOrder,
  ).execute(db);
  return rows;
}

/** Some albums of one owner, in no order. */
export async function readAlbums(
  db: Queryable,
  ownerId: string,
  albumIds: readonly string[],
): Promise<AlbumRow[]> {
  const { rows } = await withCovers(
    sql`select * from albums where user_id = ${ownerId} and id = any(${albumIds}::uuid[])`,
  ).execute(db);
  return rows;
}

/** One album of its owner, or null. */
export async function readAlbum(db: Queryable, { ownerId, albumId }: AlbumRef): Promise<AlbumRow | null> {
  const [row] = await readAlbums(db, ownerId, [albumId]);
  return row ?? null;
}

/** Albums with their covers, each found by one step in an index. */
function withCovers(albums: RawBuilder<unknown>, inOrder = NOTHING): RawBuilder<AlbumRow> {
  return sql<AlbumRow>`select album.*, cover.photo_id as cover_photo_id, cover.photo_owner_id as cover_owner_id
    from (${albums}) as album left join lateral (
      select photo_id, photo_owner_id from album_photos
      where user_id = album.user_id and album_id = album.id order by added_at desc, photo_id desc limit 1
    ) as cover on true ${inOrder}`;
}

function positionOf(row: AlbumRow, { sortKey }: AlbumSort): string {
  if (sortKey === 'created') return row.created_at.toISOString();
  if (sortKey === 'updated') return row.updated_at.toISOString();
  return sortKey === 'name' ? row.name : String(row.photos_count);
}
