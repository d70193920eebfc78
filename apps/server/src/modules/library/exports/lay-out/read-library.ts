import { sql } from 'kysely';
import type { Queryable } from '../../../../platform/database/database.ts';

/** Photos fetched at a time: what a layout holds in memory besides the chunk it fills. */
const BATCH = 2_000;

/** A photo of the library with the albums that it is in, the oldest first. */
export type LibraryPhoto = {
  id: string;
  file_name: string;
  bytes: number;
  crc32: number;
  sha256: Buffer;
  object_key: string;
  taken_at: string | null;
  created_order: string;
  album_ids: string[] | null;
  album_names: string[] | null;
};

/**
 * The customer's whole library in the order of an export: albums from the oldest on, each photo with the first it is in,
 * then the others by the date they were taken, then those without one. To be read in a transaction with one snapshot, so
 * that a photo which is moved meanwhile is neither there twice nor missing. A cursor: the database holds what is not read.
 */
export async function* readLibrary(trx: Queryable, userId: string): AsyncGenerator<LibraryPhoto[]> {
  await sql`declare library no scroll cursor for
    select id, file_name, bytes, crc32, sha256, object_key, taken_at, created_order, album_ids, album_names
    from photos left join (
      select photo_id, min(albums.created_at) as first_created,
        array_agg(albums.id order by albums.created_at, albums.id) as album_ids,
        array_agg(albums.name order by albums.created_at, albums.id) as album_names
      from album_photos join albums on albums.user_id = album_photos.user_id and albums.id = album_photos.album_id
      where album_photos.user_id = ${userId} and photo_owner_id = ${userId}
      group by photo_id) as placed on placed.photo_id = photos.id
    where user_id = ${userId}
    order by first_created, album_ids[1], taken_at is null, taken_order, id`.execute(trx);
  for (;;) {
    const { rows } = await sql<LibraryPhoto>`fetch ${sql.raw(String(BATCH))} from library`.execute(trx);
    if (rows.length > 0) yield rows;
    if (rows.length < BATCH) break;
  }
  await sql`close library`.execute(trx);
}
