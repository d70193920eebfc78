import { execFile } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import type { CustomerId } from '@keepsake/contracts/platform/ids';
import { THUMBNAIL_SIZES } from '@keepsake/contracts/platform/limits';
import { newCustomerId } from '../../apps/server/src/platform/ids.ts';
import type { BenchDatabase } from './environment.ts';

type Querying = Pick<BenchDatabase, 'query'>;

type Library = {
  photos: number;
  /** Whose library it is; a new customer's without. */
  customerId?: CustomerId;
  /** Object shared by all photos; its thumbnails are what a page shows. */
  objectKey?: string;
  /** Instead gives each photo an object of its own, of ORIGINAL_BYTES (`writeObjects`). */
  hasOwnObjects?: boolean;
  /** One in this many photos is from August 2021; 50 by default. */
  augustShare?: number;
};

const ORIGINAL_BYTES = 100;

/**
 * Seeds a new customer's library of ten years directly into the database: photos of every month in bursts of a few seconds,
 * with one month at most fifty times as full as the others. Counts are kept as the import keeps them.
 */
export async function seedLibrary(database: Querying, library: Library): Promise<CustomerId> {
  const { photos, objectKey = 'photos/bench', hasOwnObjects = false, augustShare = 50 } = library;
  const { customerId = newCustomerId() } = library;
  const { query } = database;
  await query(
    `insert into photos (user_id, id, upload_id, file_name, format, bytes, sha256, crc32, object_key, name_order, taken_at,
       taken_offset_minutes, created_at, upload_end, created_order, width, height, orientation, thumbhash,
       thumbnail_state, camera_make, camera_model, lens, focal_length, f_number, exposure_time, iso, is_described)
     select $1::uuid, uuidv7(make_interval(secs => n - $2::int)), gen_random_uuid(), 'IMG_' || n || '.jpg', 'jpeg',
       case when $4 then ${ORIGINAL_BYTES} else 3600000 + n % 100000 end, sha256(convert_to($1::uuid::text || n, 'utf8')), n,
       case when $4 then $3 || '/' || $1::uuid || '/' || n else $3 end, 'img_' || lpad(n::text, 8, '0'), taken, 60,
       taken + interval '1 day', taken + interval '1 day', taken + interval '1 day',
       case n % 3 when 0 then 3000 else 4000 end, case n % 3 when 0 then 4000 else 3000 end, 1,
       substring(sha256(convert_to(n::text, 'utf8')) for 24), 'success',
       'Halden', 'Halden M5', 'Halden 24-70mm f/2.8', 35, 2.8, 0.004, 200, true
     from generate_series(1, $2::int) as n, lateral (select case
       when n % $5::int = 0 then timestamp '2021-08-01' + (n / $2::float8) * interval '30 days'
       else timestamp '2016-01-01' + (n / $2::float8) * interval '3640 days' + (n % 7) * interval '3 seconds'
     end) as moment (taken)`,
    [customerId, photos, objectKey, hasOwnObjects, augustShare],
  );
  await query(
    `insert into photo_month_counts (user_id, sort_key, month, photos, bytes)
     select $1, sort_key, month, count(*), sum(bytes) from photos, lateral (values
       ('dateTaken', date_trunc('month', taken_order)::date),
       ('created', date_trunc('month', created_order)::date)) as place (sort_key, month)
     where user_id = $1 group by sort_key, month`,
    [customerId],
  );
  await settle(database, 'photos, photo_month_counts');
  return customerId;
}

/** Seeds customers without anything; returns their ids. */
export async function seedCustomers({ query }: BenchDatabase, customers: number): Promise<CustomerId[]> {
  const rows = await query<{ user_id: CustomerId }>(
    `insert into customers (user_id, email, name, channel, identity_type, registered_at)
     select gen_random_uuid(), n || '@bench.example', 'Bench', 'pennyfern', 'consumer', now()
     from generate_series(1, $1::int) as n returning user_id`,
    [customers],
  );
  return rows.map(({ user_id }) => user_id);
}

/** Settles what was written and its statistics, so that nothing measured pays for them. */
export async function settle({ query }: Querying, tables: string): Promise<void> {
  await query(`vacuum (analyze) ${tables}`);
  await query('checkpoint');
}

const CONCURRENCY = 32;

/** Writes originals and thumbnails of photos as small files and syncs them, so that no measured commit waits for them. */
export async function writeObjects(
  dataDir: string,
  photos: readonly { object_key: string }[],
): Promise<void> {
  const originals = photos.map(({ object_key }) => path.join(dataDir, 'objects', object_key));
  for (const folder of new Set(originals.map((file) => path.dirname(file)))) {
    await mkdir(folder, { recursive: true });
  }
  const bytes = Buffer.alloc(ORIGINAL_BYTES, 7);
  for (let index = 0; index < originals.length; index += CONCURRENCY) {
    const files = originals
      .slice(index, index + CONCURRENCY)
      .flatMap((original) => [original, ...THUMBNAIL_SIZES.map((size) => `${original}.${size}.jpg`)]);
    await Promise.all(files.map((file) => writeFile(file, bytes)));
  }
  await promisify(execFile)('sync');
}
