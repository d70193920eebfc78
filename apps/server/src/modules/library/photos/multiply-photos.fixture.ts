import type { CustomerId } from '@keepsake/contracts/platform/ids';
import { sql } from 'kysely';
import pino from 'pino';
import { openDatabase } from '../../../platform/database/database.ts';
import { findRunningPostgres } from '../../../platform/database/embedded-postgres.ts';

/** A planned photo: its file's name and wall time `YYYY-MM-DDTHH:mm:ss`, null if unknown. */
type Planned = { fileName: string; takenAt: string | null };
type Library = { customerId: CustomerId; planned: readonly Planned[] };

/**
 * Adds photos to a customer's library, where Keepsake runs in another process: each is one of the customer's pictures that can be
 * shown, under another name and date, uploaded now in the order given. They share the files of those pictures, so none of them
 * may be deleted.
 */
export async function multiplyPhotos(dataDir: string, { customerId, planned }: Library): Promise<void> {
  const url = (await findRunningPostgres(dataDir)) ?? '';
  const { db, close } = openDatabase({ url, maxConnections: 1, log: pino({ level: 'silent' }) });
  try {
    await sql`
      with stored as (select *, row_number() over (order by id) - 1 as place from photos
          where user_id = ${customerId} and thumbnail_state = 'success'),
        planned as (select ordinality::int as n, "fileName" as name, "takenAt"::timestamp as taken_at
          from rows from (json_to_recordset(${JSON.stringify(planned)}::json) as ("fileName" text, "takenAt" text))
          with ordinality as one("fileName", "takenAt", ordinality)),
        added as (insert into photos (user_id, id, upload_id, file_name, format, bytes, sha256, crc32, object_key,
            taken_at, created_at, upload_end, created_order, width, height, orientation, thumbhash, thumbnail_state,
            is_described)
          select user_id, made.id, made.id, name, format, bytes, sha256(uuid_send(made.id)), crc32, object_key,
            planned.taken_at, made.at, made.at, created_order, width, height, orientation, thumbhash, thumbnail_state,
            is_described
          from planned join stored on place = n % (select count(*) from stored),
            lateral (select uuidv7(n * interval '1 ms') as id, now() + n * interval '1 ms' as at) as made
          returning taken_order, created_order, bytes)
      insert into photo_month_counts as counted (user_id, sort_key, month, photos, bytes)
        select ${customerId}, sort_key, month, count(*), sum(bytes) from added, lateral (values
          ('dateTaken', date_trunc('month', taken_order)::date),
          ('created', date_trunc('month', created_order)::date)) as place (sort_key, month)
        group by sort_key, month
        on conflict (user_id, sort_key, month) do update
          set photos = counted.photos + excluded.photos, bytes = counted.bytes + excluded.bytes`.execute(db);
  } finally {
    await close();
  }
}
