import pg from 'pg';
import { liftLimits } from '../../../platform/database/session-limits.ts';
import { LARGE_BATCH } from '../../../platform/jobs/jobs.ts';
import { SYSTEM_PREFIX } from '../../../platform/objects/epochs.ts';
import type { ObjectStore, StoredObject } from '../../../platform/objects/object-store.ts';

export type Options = {
  /** Of the database itself: a temporary table belongs to its connection. */
  databaseUrl: string;
  objects: ObjectStore;
  signal?: AbortSignal;
};

export type Comparison = {
  /** A transaction whose snapshot all checks share. Its temporary table `stored` lists the objects of the store. */
  client: pg.Client;
  /** Sees what has changed since the snapshot. */
  fresh: pg.Client;
  objects: ObjectStore;
  /** Number of objects in the store. */
  stored: number;
};

/**
 * Lists the store, then lets `compare` check it against the rows of one snapshot: if a listed object has a row, the row existed
 * before the snapshot. Throws between two steps once `signal` is aborted.
 */
export async function compareStored<Result>(
  { databaseUrl, objects, signal }: Options,
  compare: (comparison: Comparison) => Promise<Result>,
): Promise<Result> {
  const [client, fresh] = [await connect(databaseUrl), await connect(databaseUrl)];
  try {
    const stored = await loadObjects(client, objects, signal);
    await client.query('begin isolation level repeatable read');
    const result = await compare({ client, fresh, objects, stored });
    await client.query('commit');
    return result;
  } finally {
    await Promise.all([client.end(), fresh.end()]);
  }
}

/**
 * Whole tables are compared, so each is read once. Where the planner takes one for nearly empty, as it takes the ten thousand
 * keys in a row of `deleted_batches` for ten, it would read it again for every object.
 */
async function connect(connectionString: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString, application_name: 'keepsake audit' });
  // A broken connection fails the query that uses it; nothing else needs to handle it.
  client.on('error', () => undefined);
  await client.connect();
  await liftLimits(client);
  await client.query('set enable_nestloop = off');
  return client;
}

/**
 * Loads every object of the store into a temporary table, because the database compares a million keys with a million rows in
 * little memory. `base` is the key of the original that an object belongs to.
 */
async function loadObjects(client: pg.Client, objects: ObjectStore, signal?: AbortSignal): Promise<number> {
  await client.query(
    'create temporary table stored (key text, base text, bytes bigint, changed_at timestamptz)',
  );
  let loaded = 0;
  let batch: StoredObject[] = [];
  for await (const object of objects.list('')) {
    if (object.key.startsWith(SYSTEM_PREFIX)) continue;
    batch.push(object);
    if (batch.length < LARGE_BATCH) continue;
    signal?.throwIfAborted();
    loaded += await insertObjects(client, batch);
    batch = [];
  }
  loaded += await insertObjects(client, batch);
  await client.query('create index on stored (key)');
  await client.query('analyze stored');
  return loaded;
}

async function insertObjects(client: pg.Client, batch: readonly StoredObject[]): Promise<number> {
  await client.query(
    String.raw`insert into stored select key, regexp_replace(key, '\.\d+\.jpg$', ''), bytes, changed_at
      from unnest($1::text[], $2::bigint[], $3::timestamptz[]) as listed (key, bytes, changed_at)`,
    [batch.map(({ key }) => key), batch.map(({ bytes }) => bytes), batch.map(({ changedAt }) => changedAt)],
  );
  return batch.length;
}

const PAGE = 1_000;

/** Rows of a query page by page, within a transaction, so that a long answer takes no memory. */
export async function* readInPages<Row extends pg.QueryResultRow>(
  client: pg.Client,
  query: string,
): AsyncGenerator<Row[]> {
  await client.query(`declare pages no scroll cursor for ${query}`);
  for (;;) {
    const { rows } = await client.query<Row>(`fetch ${PAGE} from pages`);
    if (rows.length === 0) break;
    yield rows;
  }
  await client.query('close pages');
}

/** A check within the database: the query returns one line, `example`, for each finding. */
export type Check = { what: string; query: string };

/** A kind of problem: what, how often, and the first few examples. */
export type Finding = { what: string; count: number; examples: string[] };

/** How many of many an operator is shown. */
export const MAX_EXAMPLES = 10;

/** Collects findings of one kind: counts all, keeps the first few. */
export function createFinding(what: string): Finding & { add(example: string): void } {
  return {
    what,
    count: 0,
    examples: [],
    add(example) {
      this.count++;
      if (this.examples.length < MAX_EXAMPLES) this.examples.push(example);
    },
  };
}
