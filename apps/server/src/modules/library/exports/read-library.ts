import type { DatePrecision } from '@keepsake/contracts/library/dates';
import type { CustomerId } from '@keepsake/contracts/platform/ids';
import { sql } from 'kysely';
import type { Queryable } from '../../../platform/database/database.ts';
import { albumsStateSql } from '../albums/index.ts';
import { lastDateChangeSql, librarySizeSql } from '../photos/index.ts';

/** Photos fetched at a time: held in memory besides the chunk being filled. */
const BATCH = 2_000;

/** A photo of the library with its albums, oldest first. */
export type LibraryPhoto = {
  id: string;
  file_name: string;
  bytes: number;
  crc32: number;
  sha256: Buffer;
  object_key: string;
  is_damaged: boolean;
  is_favourite: boolean;
  caption: string | null;
  taken_at: string | null;
  corrected_to: DatePrecision | null;
  recorded_taken_at: string | null;
  created_order: string;
  album_ids: string[] | null;
  album_names: string[] | null;
};

/**
 * The customer's library in the order of an export: albums from the oldest, each photo in its first album, then the other photos
 * by date taken, then those without a date. Requires a transaction with one snapshot, so that a photo moved in the meantime is
 * neither missing nor included twice. A cursor leaves unread rows in the database.
 */
export async function* readLibrary(trx: Queryable, customerId: CustomerId): AsyncGenerator<LibraryPhoto[]> {
  await sql`declare library no scroll cursor for
    select id, file_name, bytes, crc32, sha256, object_key, is_damaged, is_favourite, caption, taken_at, corrected_to, recorded_taken_at,
      created_order, album_ids, album_names
    from library_photos as photo left join (
      select photo_id, min(album_created_at) as first_created,
        array_agg(album_id order by album_created_at, album_id) as album_ids,
        array_agg(album_name order by album_created_at, album_id) as album_names
      from album_entries where user_id = ${customerId} and photo_owner_id = ${customerId}
      group by photo_id) as placed on placed.photo_id = photo.id
    where user_id = ${customerId}
    order by first_created, album_ids[1], taken_at is null, taken_order, name_order, id`.execute(trx);
  for (;;) {
    const { rows } = await sql<LibraryPhoto>`fetch ${sql.lit(BATCH)} from library`.execute(trx);
    if (rows.length > 0) yield rows;
    if (rows.length < BATCH) break;
  }
  await sql`close library`.execute(trx);
}

/** A short text that changes whenever photos, favourites, captions, dates or albums change. */
export async function readLibraryState(db: Queryable, customerId: CustomerId): Promise<string> {
  const { rows } = await sql<{ state: string }>`select concat_ws(' ',
      (select photos from (${librarySizeSql(customerId)}) as size),
      (select id from library_photos where user_id = ${customerId} order by id desc limit 1),
      (${albumsStateSql(customerId)}),
      (select bit_xor(uuid_hash_extended(id, 0)) from library_photos where user_id = ${customerId} and is_favourite),
      (select bit_xor(hashtextextended(caption, uuid_hash_extended(id, 0))) from library_photos
        where user_id = ${customerId} and caption is not null),
      ${lastDateChangeSql(customerId)}) as state`.execute(db);
  return rows[0]?.state ?? '';
}

/** A state begins with the number of photos, unless there are none, and goes on with the id of the last one. */
const PHOTOS_OF_STATE = /^(\d+) [\da-f]{8}-/;

/** The number of photos of a library in a state; null for a library without a state. */
export function countOfState(state: string | null): number | null {
  if (state === null) return null;
  return Number(PHOTOS_OF_STATE.exec(state)?.[1] ?? 0);
}

/** The last photos added before a moment that have pictures, newest first. */
export async function findLatestBefore(
  db: Queryable,
  customerId: CustomerId,
  { before, limit }: { before: Date; limit: number },
): Promise<string[]> {
  const rows = await db
    .selectFrom('library_photos')
    .select('id')
    .where('user_id', '=', customerId)
    .where('created_at', '<=', before)
    .where('thumbnail_state', '=', 'success')
    .orderBy('created_order', 'desc')
    .limit(limit)
    .execute();
  return rows.flatMap(({ id }) => id ?? []);
}
