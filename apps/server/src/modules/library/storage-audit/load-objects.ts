import type pg from 'pg';
import type { ObjectStore } from '../../../platform/objects/object-store.ts';

const BATCH = 5_000;
type Listed = { key: string; bytes: number; changedAt: Date };

/**
 * Lists every object of the store into a table that only this connection sees, because the database compares a million
 * keys with a million rows in little memory. `base` is the key of the original that an object belongs to.
 */
export async function loadObjects(
  client: pg.Client,
  objects: ObjectStore,
  signal?: AbortSignal,
): Promise<number> {
  await client.query(
    'create temporary table stored (key text, base text, bytes bigint, changed_at timestamptz)',
  );
  let loaded = 0;
  let batch: Listed[] = [];
  for await (const object of objects.list('')) {
    batch.push(object);
    if (batch.length < BATCH) continue;
    signal?.throwIfAborted();
    loaded += await insert(client, batch);
    batch = [];
  }
  loaded += await insert(client, batch);
  await client.query('create index on stored (key)');
  await client.query('analyze stored');
  return loaded;
}

async function insert(client: pg.Client, batch: readonly Listed[]): Promise<number> {
  await client.query(
    String.raw`insert into stored select key, regexp_replace(key, '\.\d+\.jpg$', ''), bytes, changed_at
      from unnest($1::text[], $2::bigint[], $3::timestamptz[]) as listed (key, bytes, changed_at)`,
    [batch.map(({ key }) => key), batch.map(({ bytes }) => bytes), batch.map(({ changedAt }) => changedAt)],
  );
  return batch.length;
}
