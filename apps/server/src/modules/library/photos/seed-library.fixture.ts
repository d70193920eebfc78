import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { CustomerId } from '@keepsake/contracts/platform/ids';
import { sql } from 'kysely';
import pino from 'pino';
import { type Database, openDatabase } from '../../../platform/database/database.ts';
import { findRunningPostgres } from '../../../platform/database/embedded-postgres.ts';

type Library = { customerId: CustomerId; photos: number; createdAt?: Date };

/** Adds many photos imported long ago, each with an original that cannot be shown: rows, counts and files. Returns their ids. */
export async function seedLibrary(
  { db, dataDir }: { db: Database; dataDir: string },
  { customerId, photos, createdAt = new Date('2026-01-01T00:00:00Z') }: Library,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    insert into photos (user_id, id, upload_id, file_name, format, bytes, sha256, crc32, object_key, taken_at,
      created_at, upload_end, created_order, name_order, thumbnail_state, failure, is_described)
    select ${customerId}, id, id, n || '.jpg', 'jpeg', 4, sha256(uuid_send(id)), n, 'photos/' || ${customerId}::text || '/' || id,
      timestamp '2020-01-01' + n * interval '9 hours', ${createdAt}, ${createdAt}, ${createdAt}::timestamp, n || '.jpg',
      'failure', 'NOT_AN_IMAGE', true
    from generate_series(1, ${photos}) as n, lateral (select uuidv7(make_interval(secs => n - ${photos})) as id) as made
    returning id`.execute(db);
  const ids = rows.map(({ id }) => id);
  await sql`insert into photo_month_counts as stored (user_id, sort_key, month, photos, bytes)
    select user_id, sort_key, month, count(*), sum(bytes) from photos, lateral (values
      ('dateTaken', date_trunc('month', taken_order)::date),
      ('created', date_trunc('month', created_order)::date)) as place (sort_key, month)
    where user_id = ${customerId} and id = any(${ids}::uuid[]) group by user_id, sort_key, month
    on conflict (user_id, sort_key, month) do update
      set photos = stored.photos + excluded.photos, bytes = stored.bytes + excluded.bytes`.execute(db);
  const folder = path.join(dataDir, 'objects/photos', customerId);
  await mkdir(folder, { recursive: true });
  for (const id of ids) await writeFile(path.join(folder, id), 'four');
  return ids;
}

/** Like seedLibrary, in the data folder of a Keepsake that runs in another process. */
export async function seedRunningLibrary(dataDir: string, library: Library): Promise<void> {
  const url = (await findRunningPostgres(dataDir)) ?? '';
  const { db, close } = openDatabase({ url, maxConnections: 1, log: pino({ level: 'silent' }) });
  await seedLibrary({ db, dataDir }, library);
  await close();
}
