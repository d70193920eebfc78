import { sql } from 'kysely';
import pino from 'pino';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type OpenTestDatabase, openTestDatabase } from '../testing/test-database.ts';
import { readLatestBeat } from './heartbeat.ts';
import { addJobs, keyedTask } from './jobs.ts';
import { createLostJobs } from './lost-jobs.ts';
import { runJobs } from './run-jobs.ts';

const WORK = keyedTask('work', { lossIs: 'a test fails' });
const log = pino({ level: 'silent' });
let connection: OpenTestDatabase;
beforeAll(async () => {
  connection = await openTestDatabase();
});
beforeEach(async () => {
  await connection.pool.query('delete from graphile_worker._private_jobs');
});
afterAll(() => connection.stop());

/** Adds a job that a worker has locked, before any sees it; returns its id. */
async function addLocked(worker: string): Promise<string> {
  return connection.db.transaction().execute(async (trx) => {
    const [id] = await addJobs(trx, [{ task: WORK, payload: {}, options: {} }]);
    await sql`update graphile_worker._private_jobs set locked_at = now(), locked_by = ${worker} where id = ${id}`.execute(
      trx,
    );
    return String(id);
  });
}

async function lockedJobs(): Promise<string[]> {
  const { rows } = await connection.pool.query<{ id: string }>(
    'select id::text from graphile_worker.jobs where locked_by is not null order by id',
  );
  return rows.map(({ id }) => id);
}

test('a job that a living worker never received is unlocked at the second look', async () => {
  const id = await addLocked('ours');
  const freeLostJobs = createLostJobs({ db: connection.db, running: new Map(), log });
  await freeLostJobs(['ours']);
  expect(await lockedJobs()).toEqual([id]);
  await freeLostJobs(['ours']);
  expect(await lockedJobs()).toEqual([]);
});

test('jobs that run here, and those of other workers, stay locked', async () => {
  const [running, theirs] = [await addLocked('ours'), await addLocked('theirs')];
  const freeLostJobs = createLostJobs({ db: connection.db, running: new Map([[running, 'work']]), log });
  for (const workers of [['ours'], ['ours'], []]) await freeLostJobs(workers);
  expect(await lockedJobs()).toEqual([running, theirs]);
});

test('workers that are alive find such a job by themselves', async () => {
  let handled = 0;
  const tasks = [{ name: 'work', handle: async () => void handled++ }];
  const runner = await runJobs({ ...connection, tasks, crons: [], concurrency: 1, beatMs: 500, log });
  const { rows } = await connection.pool.query<{ worker_id: string }>(
    'select worker_id from worker_heartbeats',
  );
  const id = await addLocked(rows[0]?.worker_id ?? '');
  // A machine that is slow to hand over a job may see it given back once more.
  await expect.poll(() => handled).toBeGreaterThan(0);
  await expect.poll(lockedJobs).not.toContain(id);
  await runner.stop();
});

test('a job that takes longer than many heartbeats runs once', async () => {
  const { promise: ended, resolve: end } = Promise.withResolvers<void>();
  let handled = 0;
  const tasks = [
    {
      name: 'work',
      handle: () => {
        handled++;
        return ended;
      },
    },
  ];
  const runner = await runJobs({ ...connection, tasks, crons: [], concurrency: 2, beatMs: 100, log });
  await addJobs(connection.db, [{ task: WORK, payload: {}, options: {} }]);
  await expect.poll(() => handled).toBe(1);
  for (let beats = 0; beats < 4; beats++) await nextBeat();
  expect(await lockedJobs()).toHaveLength(1);
  end();
  await expect.poll(lockedJobs).toEqual([]);
  expect(handled).toBe(1);
  await runner.stop();
});

/** Waits until the only workers have said once more that they are alive. */
async function nextBeat(): Promise<void> {
  const read = () => readLatestBeat(connection.db);
  const before = await read();
  await expect.poll(read).not.toEqual(before);
}
