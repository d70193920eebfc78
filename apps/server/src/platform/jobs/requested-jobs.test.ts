import { sql } from 'kysely';
import type pg from 'pg';
import pino from 'pino';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { type OpenTestDatabase, openTestDatabase } from '../testing/test-database.ts';
import { freeJobs } from './heartbeat.ts';
import { addJob, addJobSql, addJobs, JobPostponed, keyedTask, removeJob } from './jobs.ts';
import { runJobs } from './run-jobs.ts';

const NOTE = keyedTask('note', { lossIs: 'a test fails' });
const log = pino({ level: 'silent' });
let connection: OpenTestDatabase;
let worker: pg.PoolClient;
beforeAll(async () => {
  connection = await openTestDatabase();
  worker = await connection.pool.connect();
});
afterAll(async () => {
  worker.release();
  await connection.stop();
});

/** Fetches jobs as a worker does, without a commit yet: what is requested meanwhile waits for it. */
async function beginFetch(...keys: string[]): Promise<void> {
  await worker.query('begin');
  await worker.query(
    `update graphile_worker._private_jobs set attempts = attempts + 1, locked_by = 'worker', locked_at = now()
     where key = any($1)`,
    [keys],
  );
}

/** Ends the fetch once this many requests wait for it. */
async function endFetch(waiting = 1): Promise<void> {
  const count = async () => {
    const { rows } = await connection.pool.query(
      `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    );
    return rows.length;
  };
  await expect.poll(count, { timeout: 10_000 }).toBe(waiting);
  await worker.query('commit');
}

const pending = async (...keys: string[]) => {
  const { rows } = await connection.pool.query<{ payload: { round: number } }>(
    'select payload from graphile_worker._private_jobs where key = any($1) and locked_at is null order by key',
    [keys],
  );
  return rows.map(({ payload }) => payload.round);
};
const superseded = () => connection.db.selectFrom('dead_jobs').select('task_identifier').execute();
const noteJob = (key: string, round: number) => ({ task: NOTE, payload: { round }, options: { key } });

test('a job is there although one with its key was being fetched when it was requested', async () => {
  await addJob(connection.db, NOTE, { round: 1 }, { key: 'single' });
  await beginFetch('single');
  const requesting = connection.db
    .transaction()
    .execute((trx) => addJob(trx, NOTE, { round: 2 }, { key: 'single' }));
  await endFetch();
  await requesting;
  expect(await pending('single')).toEqual([2]);
});

test('so are the jobs of a batch, those without a key exactly once', async () => {
  await addJobs(connection.db, [noteJob('first', 1), noteJob('second', 1)]);
  await beginFetch('first');
  const unkeyed = { task: 'unkeyed', payload: {} };
  const requesting = addJobs(connection.db, [noteJob('first', 2), unkeyed, noteJob('second', 2), unkeyed]);
  await endFetch();
  await requesting;
  expect(await pending('first', 'second')).toEqual([2, 2]);
  const { rowCount } = await connection.pool.query(
    `select from graphile_worker.jobs where task_identifier = 'unkeyed'`,
  );
  expect(rowCount).toBe(2);
});

test('so is a job requested within a larger statement', async () => {
  await addJob(connection.db, NOTE, { round: 1 }, { key: 'larger' });
  await beginFetch('larger');
  const requesting =
    sql`select 1, ${addJobSql(NOTE, { round: 2 }, { key: 'larger' })} from (values (1)) as one`.execute(
      connection.db,
    );
  await endFetch();
  await requesting;
  expect(await pending('larger')).toEqual([2]);
});

test('none of twenty requests is lost while all their jobs are being fetched', async () => {
  const keys = Array.from({ length: 20 }, (_, index) => `forced-${index}`);
  await addJobs(
    connection.db,
    keys.map((key) => noteJob(key, 1)),
  );
  await beginFetch(...keys);
  const requesting = Promise.all(
    keys.slice(0, 4).map((key) => addJob(connection.db, NOTE, { round: 2 }, { key })),
  );
  const rest = addJobs(
    connection.db,
    keys.slice(4).map((key) => noteJob(key, 2)),
  );
  await endFetch(5);
  await Promise.all([requesting, rest]);
  expect(await pending(...keys)).toEqual(keys.map(() => 2));
});

test('a superseded job leaves the queue with its worker, and is not counted as dead', async () => {
  await addJob(connection.db, NOTE, { round: 1 }, { key: 'killed' });
  await beginFetch('killed');
  await worker.query('commit');
  await addJob(connection.db, NOTE, { round: 2 }, { key: 'killed' });
  await freeJobs(connection.db, ['worker']);
  expect(await superseded()).toEqual([]);
  expect(await pending('killed')).toEqual([2]);
});

test('a dead job makes way for the next request of its work', async () => {
  await addJob(connection.db, NOTE, { round: 1 }, { key: 'dead' });
  await connection.pool.query(
    `update graphile_worker._private_jobs set attempts = max_attempts where key = 'dead'`,
  );
  expect(await superseded()).toHaveLength(1);
  await addJob(connection.db, NOTE, { round: 2 }, { key: 'dead' });
  expect(await superseded()).toEqual([]);
  expect(await pending('dead')).toEqual([2]);
});

test('a cancelled job that is running leaves the queue with its worker', async () => {
  await addJob(connection.db, NOTE, { round: 1 }, { key: 'cancelled' });
  await beginFetch('cancelled');
  await worker.query('commit');
  await removeJob(connection.db, 'cancelled');
  await freeJobs(connection.db, ['worker']);
  expect(await superseded()).toEqual([]);
  expect(await pending('cancelled')).toEqual([]);
});

test('a job that waits does not replace what was requested while it ran', async () => {
  const POSTPONED = keyedTask('postponed', { lossIs: 'a test fails' });
  const add = (round: number) =>
    addJob(connection.db, POSTPONED, { round }, { key: 'postponed', runAt: new Date(Date.now() - 1_000) });
  await add(1);
  const rounds: unknown[] = [];
  const runner = await runJobs({
    ...connection,
    tasks: [
      {
        name: POSTPONED,
        async handle(payload) {
          rounds.push((payload as { round: number }).round);
          if (rounds.length > 1) return;
          await add(2);
          throw new JobPostponed('not yet', { delayMs: 3_600_000 });
        },
      },
    ],
    crons: [],
    concurrency: 1,
    log,
  });
  await expect.poll(() => rounds, { timeout: 10_000 }).toEqual([1, 2]);
  await runner.stop();
  expect(await pending('postponed')).toEqual([]);
});

test('none of many requests is lost to a worker whose commits are slow', { timeout: 60_000 }, async () => {
  const database = await openTestDatabase({ maxConnections: 20 });
  onTestFinished(() => database.stop());
  // As a disk does that takes 20 ms for a commit.
  await database.pool.query(`create function commit_slowly() returns trigger language plpgsql as $$
    begin perform pg_sleep(0.02); return null; end $$;
    create constraint trigger slow after update on graphile_worker._private_jobs deferrable initially deferred
      for each row execute function commit_slowly()`);
  const latest = new Map<string, number>();
  const seen = new Map<string, number>();
  const task = {
    name: NOTE,
    async handle(payload: unknown) {
      const { key, round } = payload as { key: string; round: number };
      seen.set(key, Math.max(seen.get(key) ?? 0, round));
    },
  };
  const runner = await runJobs({ ...database, tasks: [task], crons: [], concurrency: 4, log });
  async function request(key: string): Promise<void> {
    for (let round = 1; round <= 15; round++) {
      latest.set(key, round);
      await addJob(database.db, NOTE, { key, round }, { key });
    }
  }
  await Promise.all(Array.from({ length: 12 }, (_, index) => request(`busy-${index}`)));
  await expect.poll(() => [...seen].sort(), { timeout: 30_000 }).toEqual([...latest].sort());
  await runner.stop();
  const dead = await database.db.selectFrom('dead_jobs').selectAll().execute();
  expect(dead).toEqual([]);
});
