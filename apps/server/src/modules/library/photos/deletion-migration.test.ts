import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../platform/testing/test-database.ts';

const folder = path.resolve(import.meta.dirname, '../../../migrations');

let database: TestDatabase;
let client: pg.Client;
beforeAll(async () => {
  database = await createTestDatabase();
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await database.drop();
});

/** Applies the migrations from one number to another, as a start of that version did. */
async function migrate(from: string, to: string) {
  const files = (await readdir(folder)).filter((file) => file.endsWith('.sql')).sort();
  for (const file of files.filter((name) => name >= from && name < to)) {
    await client.query(await readFile(path.join(folder, file), 'utf8'));
  }
}

test('photos that an older version marked as deleted are moved, and the others stay as they are', async () => {
  await client.query('drop schema public cascade; create schema public');
  await migrate('0001', '0009');
  await client.query(
    `insert into photos (user_id, id, upload_id, file_name, format, bytes, sha256, crc32, object_key, created_at,
       upload_end, created_order, deleted_at)
     select gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), 'a.jpg', 'jpeg', 1, sha256(convert_to('same', 'utf8')),
       1, 'key-' || n, now(), now(), now(), case when n > 2 then timestamptz '2026-05-05' end
     from generate_series(1, 5) as n`,
  );
  await migrate('0009', '0010');
  const { rows: stored } = await client.query('select object_key from photos order by 1');
  expect(stored.map((row) => row.object_key)).toEqual(['key-1', 'key-2']);
  const { rows: moved } = await client.query(
    'select object_key, deleted_at, purge_after <= now() as is_due from deleted_photos order by 1',
  );
  const deleted_at = new Date('2026-05-05T00:00:00Z');
  expect(moved).toEqual(
    ['key-3', 'key-4', 'key-5'].map((object_key) => ({ object_key, deleted_at, is_due: true })),
  );
});
