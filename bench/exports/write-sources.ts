import { mkdir, truncate, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { CustomerId } from '@keepsake/contracts/platform/ids';
import { sql } from 'kysely';
import type { Database } from '../../apps/server/src/platform/database/database.ts';

const PHOTO_BYTES = 4 * 1024 ** 2;

type Sources = { db: Database; dataDir: string; customerId: CustomerId; bytes: number };

/** A library of a given size whose photos are a single file of zeros, and a plain file of the same size; both are sparse. */
export async function writeSources({ db, dataDir, customerId, bytes }: Sources): Promise<void> {
  const folder = path.join(dataDir, 'objects');
  await mkdir(folder, { recursive: true });
  for (const [name, length] of [
    ['photo', PHOTO_BYTES],
    ['as-large', bytes],
  ] as const) {
    const file = path.join(folder, name);
    await writeFile(file, '');
    await truncate(file, length);
  }
  await sql`insert into photos (user_id, id, upload_id, file_name, format, bytes, sha256, crc32, object_key, taken_at,
      created_at, upload_end, created_order, thumbnail_state, is_described)
    select ${customerId}, id, id, n || '.jpg', 'jpeg', ${PHOTO_BYTES}, sha256(uuid_send(id)), 0, 'photo',
      timestamp '2020-01-01' + n * interval '1 hour', now(), now(), now()::timestamp, 'success', true
    from generate_series(1, ${bytes / PHOTO_BYTES}) as n, lateral (select uuidv7(make_interval(secs => n)) as id) as made`.execute(
    db,
  );
}
