import type { PhotosLayout, Sort } from '@keepsake/contracts';
import { sql } from 'kysely';
import type { Queryable } from '../../platform/database/database.ts';
import { decodeCursor, encodeCursor } from '../photos/index.ts';
import type { AlbumRef } from './tell-albums-changed.ts';

type PageRequest = AlbumRef & { sort: Sort; cursor?: string; offset?: number; limit: number };
type Entry = { photo_id: string; photo_owner_id: string; position: string };

const columnOf = ({ sortKey }: Sort) => sql.ref(sortKey === 'created' ? 'created_order' : 'taken_order');
const NOTHING = sql.raw('');

/** Which photos of an album make up a page, by keyset out of an index alone. */
export async function readAlbumPhotoPage(
  db: Queryable,
  { ownerId, albumId, sort, cursor, offset = 0, limit }: PageRequest,
): Promise<{ photos: { photoId: string; ownerId: string }[]; cursor: string | null }> {
  const { sortKey, sortOrder } = sort;
  const order = columnOf(sort);
  const direction = sql.raw(sortOrder);
  const after = cursor === undefined ? null : decodeCursor(sortKey, sortOrder, cursor);
  const beyond = sql.raw(sortOrder === 'desc' ? '<' : '>');
  const { rows: found } = await sql<Entry>`
    select photo_id, photo_owner_id, ${order} as position from album_photos
    where user_id = ${ownerId} and album_id = ${albumId}
    ${after ? sql`and (${order}, photo_id) ${beyond} (${after.order}, ${after.id})` : NOTHING}
    order by ${order} ${direction}, photo_id ${direction} limit ${limit + 1} offset ${after ? 0 : offset}`.execute(
    db,
  );
  const rows = found.slice(0, limit);
  const last = found.length > limit ? rows.at(-1) : undefined;
  return {
    photos: rows.map((row) => ({ photoId: row.photo_id, ownerId: row.photo_owner_id })),
    cursor: last ? encodeCursor(sortKey, sortOrder, { order: last.position, id: last.photo_id }) : null,
  };
}

/** Ids and ratios of a whole album as two columns of bytes, built by the database. */
export async function readAlbumLayout(
  db: Queryable,
  { ownerId, albumId, sort }: AlbumRef & { sort: Sort },
): Promise<PhotosLayout> {
  const order = sql`order by ${columnOf(sort)} ${sql.raw(sort.sortOrder)}, photo_id ${sql.raw(sort.sortOrder)}`;
  const row = await db
    .selectFrom('album_photos')
    .select([
      sql<number>`count(*)`.as('count'),
      sql<Buffer | null>`string_agg(uuid_send(photo_id), ''::bytea ${order})`.as('ids'),
      sql<Buffer | null>`string_agg(int2send(coalesce(ratio, 0::smallint)), ''::bytea ${order})`.as('ratios'),
    ])
    .where('user_id', '=', ownerId)
    .where('album_id', '=', albumId)
    .executeTakeFirstOrThrow();
  return {
    count: Number(row.count),
    ids: row.ids?.toString('base64') ?? '',
    ratios: row.ratios?.toString('base64') ?? '',
  };
}

/** Whose the photos of an album are, in the same order. */
export async function readAlbumOwners(
  db: Queryable,
  { ownerId, albumId, sort }: AlbumRef & { sort: Sort },
): Promise<string[]> {
  const { rows } = await sql<{ photo_owner_id: string }>`
    select photo_owner_id from album_photos where user_id = ${ownerId} and album_id = ${albumId}
    order by ${columnOf(sort)} ${sql.raw(sort.sortOrder)}, photo_id ${sql.raw(sort.sortOrder)}`.execute(db);
  return rows.map((row) => row.photo_owner_id);
}
