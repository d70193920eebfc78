import { sql } from 'kysely';
import pg from 'pg';
import pino from 'pino';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { refuseRows } from '../../testing/refuse-rows.ts';
import { type OpenTestDatabase, openTestDatabase } from '../testing/test-database.ts';
import { addBackfill, type Backfill, fillBatch, type Progress, readPendingBackfills } from './backfills.ts';
import type { Queryable } from './database.ts';

/** More than two batches. */
const ROWS = 1_200;

let database: OpenTestDatabase;
const lines: { msg: string; rows?: string[] }[] = [];
const log = pino({}, { write: (line: string) => void lines.push(JSON.parse(line)) });
beforeEach(async () => {
  database = await openTestDatabase();
  lines.length = 0;
  await sql`create table old_things (id integer primary key, is_filled boolean not null default false,
    times integer not null default 0)`.execute(database.db);
  await sql`insert into old_things (id) select generate_series(1, ${ROWS}::int)`.execute(database.db);
  await addBackfill(database.db, { name: 'fill-things', version: '0.3.0', isDone: false });
});
afterEach(() => database.stop());

const fillThings: Backfill = {
  name: 'fill-things',
  async findRows(trx, after, limit) {
    const [id = '0'] = after ?? [];
    const { rows } = await sql<{ id: number }>`select id from old_things
      where not is_filled and id > ${id}::int order by id limit ${limit}`.execute(trx);
    return rows.map((row) => [String(row.id)]);
  },
  async fill(trx, keys) {
    const ids = keys.map(([id]) => id);
    await sql`update old_things set is_filled = true, times = times + 1 where id = any(${ids}::int[])`.execute(
      trx,
    );
  },
};

/** Fills in batch after batch until a round is over. */
async function run(backfill: Backfill = fillThings, db = database.db): Promise<Progress> {
  let progress: Progress = 'more';
  while (progress === 'more' || progress === 'elsewhere') progress = await fillBatch(db, backfill, log);
  return progress;
}

/** How many rows were filled in how often. */
async function filled(): Promise<Record<number, number>> {
  const { rows } = await sql<{ times: number; rows: number }>`
    select times, count(*)::int as rows from old_things group by times`.execute(database.db);
  return Object.fromEntries(rows.map(({ times, rows: count }) => [times, count]));
}

test('goes on behind its last batch after a kill in the middle of one, and fills in no row twice', async () => {
  let batches = 0;
  const killed: Backfill = {
    ...fillThings,
    async fill(trx: Queryable, keys) {
      await fillThings.fill(trx, keys);
      if (++batches === 2) await sql`select pg_terminate_backend(pg_backend_pid())`.execute(trx);
    },
  };
  await expect(run(killed)).rejects.toThrow(/terminat/i);
  expect(await filled()).toEqual({ 0: ROWS - 500, 1: 500 });
  expect(await readPendingBackfills(database.db)).toEqual(['fill-things']);
  const seen: string[] = [];
  const watched: Backfill = {
    ...fillThings,
    findRows(trx, after, limit) {
      seen.push(after?.join() ?? 'the beginning');
      return fillThings.findRows(trx, after, limit);
    },
  };
  expect(await run(watched)).toBe('done');
  expect(seen[0]).toBe('500');
  expect(await filled()).toEqual({ 1: ROWS });
  expect(await readPendingBackfills(database.db)).toEqual([]);
});

test('nodes that are at it at once fill in each row once, and none waits for another', async () => {
  const started = Promise.withResolvers<void>();
  const held = Promise.withResolvers<void>();
  const slow: Backfill = {
    ...fillThings,
    async fill(trx, keys) {
      started.resolve();
      await held.promise;
      await fillThings.fill(trx, keys);
    },
  };
  const first = fillBatch(database.db, slow, log);
  await started.promise;
  expect(await fillBatch(database.db, fillThings, log)).toBe('elsewhere');
  held.resolve();
  expect(await first).toBe('more');
  expect(await Promise.all([run(), run(), run()])).toEqual(['done', 'done', 'done']);
  expect(await filled()).toEqual({ 1: ROWS });
});

test('a row that cannot be filled in is skipped and named, and the next round tries it again', async () => {
  {
    await using _refused = await refuseRows(database.db, {
      table: 'old_things',
      when: 'update',
      condition: 'old.id = 600',
    });
    expect(await run()).toBe('repeat');
  }
  expect(await filled()).toEqual({ 0: 1, 1: ROWS - 1 });
  expect(lines).toContainEqual(
    expect.objectContaining({ msg: 'rows could not be filled in', rows: ['600'], skipped: 1 }),
  );
  const { rows } =
    await sql`select filled::int, skipped, example from backfills where name = 'fill-things'`.execute(
      database.db,
    );
  expect(rows).toEqual([{ filled: ROWS - 1, skipped: 1, example: '600' }]);
  expect(await run()).toBe('done');
  expect(await filled()).toEqual({ 1: ROWS });
});

test('is not done before the nodes of earlier releases are gone, and then looks once more', async () => {
  const earlier = new pg.Client({
    connectionString: database.url,
    application_name: 'keepsake listen 0.2.0',
  });
  await earlier.connect();
  expect(await run()).toBe('repeat');
  await sql`insert into old_things (id) values (${ROWS + 1})`.execute(database.db);
  expect(await run()).toBe('repeat');
  await earlier.end();
  await expect.poll(() => run()).toBe('done');
  expect(await filled()).toEqual({ 1: ROWS + 1 });
});
