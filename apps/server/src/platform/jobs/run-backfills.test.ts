import { sql } from 'kysely';
import pino from 'pino';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { addBackfill, type Backfill, readPendingBackfills } from '../database/backfills.ts';
import { type OpenTestDatabase, openTestDatabase } from '../testing/test-database.ts';
import { runBackfillsTask } from './run-backfills.ts';

let database: OpenTestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.stop());
afterEach(() => sql`truncate backfills`.execute(database.db));

const now = new Date();
const add = (name: string) => addBackfill(database.db, { name, version: '0.0.1', isDone: false });
/** One of rows that take `ms` each to be found. */
function counting(name: string, { rows = 1, ms = 0 } = {}): Backfill {
  return {
    name,
    async findRows(trx, after) {
      const [place = '0'] = after ?? [];
      await sql`select pg_sleep(${ms / 1_000})`.execute(trx);
      return Number(place) < rows ? [[String(Number(place) + 1)]] : [];
    },
    fill: async () => undefined,
  };
}
async function run(backfills: readonly Backfill[], signal?: AbortSignal): Promise<void> {
  const log = pino({ level: 'silent' });
  const task = runBackfillsTask({ db: database.db, clock: () => now, log }, backfills);
  await task.handle({}, { attempt: 1, maxAttempts: 3, signal });
}
async function takeNext(): Promise<Date[]> {
  const { rows } = await sql<{ run_at: Date }>`delete from graphile_worker._private_jobs
    where key = 'run-backfills' returning run_at`.execute(database.db);
  return rows.map(({ run_at }) => run_at);
}

test('one that fails stops no other, and those of later releases are left alone', async () => {
  const names = ['broken', 'of-a-later-release', 'good'];
  for (const name of names) await add(name);
  const broken: Backfill = {
    ...counting('broken'),
    findRows: async () => Promise.reject(new Error('no such table')),
  };
  await run([broken, counting('good')]);
  expect(await readPendingBackfills(database.db)).toEqual(['broken', 'of-a-later-release']);
  expect(await takeNext()).toEqual([]);
});

test('takes turns: what is left goes on after a pause, behind what was filled in', async () => {
  await add('long');
  const long = counting('long', { rows: 12, ms: 500 });
  await run([long]);
  const [next] = await takeNext();
  expect(next?.getTime()).toBeGreaterThanOrEqual(now.getTime() + 4_000);
  await run([long]);
  expect(await readPendingBackfills(database.db)).toEqual([]);
  expect(await takeNext()).toEqual([]);
}, 20_000);

test('stops between two batches when its process does', async () => {
  await add('stopped');
  const stopping = new AbortController();
  const stopped = counting('stopped', { rows: 1_000 });
  const fill = async () => stopping.abort();
  await run([{ ...stopped, fill }], stopping.signal);
  const { rows } = await sql`select filled::int from backfills`.execute(database.db);
  expect(rows).toEqual([{ filled: 1 }]);
  expect(await takeNext()).toHaveLength(1);
});
