import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from './platform/testing/test-database.ts';

/**
 * Every customer's table can be distributed by customer: hash-partitioned by `user_id` it keeps all its keys and
 * indexes, and each of the reading queries touches one partition.
 */
const TABLES = [
  'photos',
  'deleted_photos',
  'photo_deletions',
  'photo_month_counts',
  'uploads',
  'phone_transfers',
  'legacy_uploads',
  'library_imports',
  'photo_exports',
  'photo_export_chunks',
  'albums',
  'album_photos',
  'photo_uses',
  'temp_selections',
  'orders',
  'storage_accounts',
  'storage_reminders',
  'customers',
];
const PARTITIONS = 4;

let database: TestDatabase;
let client: pg.Client;
beforeAll(async () => {
  database = await createTestDatabase();
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
  for (const table of TABLES) await partition(table);
});
afterAll(async () => {
  await client.end();
  await database.drop();
});

/** Makes `<table>_parted` with the columns, keys and indexes of a table, spread over four partitions. */
async function partition(table: string) {
  const copied = 'including defaults including generated including constraints including indexes';
  await client.query(`create table ${table}_parted (like ${table} ${copied}) partition by hash (user_id)`);
  for (let rest = 0; rest < PARTITIONS; rest++) {
    const share = `with (modulus ${PARTITIONS}, remainder ${rest})`;
    await client.query(
      `create table ${table}_parted_${rest} partition of ${table}_parted for values ${share}`,
    );
  }
}

async function partitionsTouched(query: string): Promise<number> {
  const { rows } = await client.query(`explain (format json) ${query}`);
  const plan = JSON.stringify(rows[0]['QUERY PLAN']);
  return new Set(plan.match(/"Relation Name":"\w+_parted_\d"/g)).size;
}

const customer = randomUUID();

describe('tables of customers', () => {
  it.each(TABLES)('%s keeps every key and index when it is distributed by customer', async (table) => {
    const count = async (name: string) => {
      const { rows } = await client.query('select count(*)::int as n from pg_indexes where tablename = $1', [
        name,
      ]);
      return rows[0].n as number;
    };
    expect(await count(`${table}_parted_0`)).toBe(await count(table));
  });

  it.each([
    [
      'a page',
      `select id from photos_parted where user_id = '${customer}' order by taken_order desc, id desc limit 25`,
    ],
    ['a photo', `select id from photos_parted where user_id = '${customer}' and id = '${randomUUID()}'`],
    [
      'the map',
      `select month, photos from photo_month_counts_parted where user_id = '${customer}' and sort_key = 'created'`,
    ],
    [
      'an upload',
      `update uploads_parted set received = 1 where user_id = '${customer}' and id = '${randomUUID()}'`,
    ],
    [
      'the code of a phone',
      `select id from phone_transfers_parted where user_id = '${customer}' and token_hash = sha256('') and ended_at is null`,
    ],
    [
      'a page of an album',
      `select photo_id from album_photos_parted where user_id = '${customer}' and album_id = '${randomUUID()}'
       order by created_order desc, photo_id desc limit 501`,
    ],
    [
      'a photo in all albums of one owner',
      `delete from album_photos_parted where user_id = '${customer}' and photo_owner_id = '${customer}'
       and photo_id = '${randomUUID()}'`,
    ],
    [
      'orders of a customer',
      `select code from orders_parted where user_id = '${customer}' order by created_at desc, code limit 10`,
    ],
    ['a customer', `select email from customers_parted where user_id = '${customer}'`],
  ])('%s is found in one partition', async (_what, query) => expect(await partitionsTouched(query)).toBe(1));

  it('lead every key and index with the customer', async () => {
    const { rows } = await client.query(
      `select indexname from pg_indexes where tablename = any($1) and indexdef !~ '\\(user_id'`,
      [TABLES],
    );
    // The sweep walks each shard by due date; no customer's request asks for it.
    expect(rows).toEqual([{ indexname: 'storage_accounts_due' }]);
  });
});
