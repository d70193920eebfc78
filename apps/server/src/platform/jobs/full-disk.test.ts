import pino from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DiskFull } from '../disk-room.ts';
import { type OpenTestDatabase, openTestDatabase } from '../testing/test-database.ts';
import { addJob, addJobs, keyedTask, type Runnable } from './jobs.ts';
import { runJobs } from './run-jobs.ts';

const log = pino({ level: 'silent' });
let connection: OpenTestDatabase;
beforeAll(async () => {
  connection = await openTestDatabase();
});
afterAll(() => connection.stop());

const run = (task: Runnable, hasRoom: () => boolean) =>
  runJobs({
    ...connection,
    tasks: [task],
    crons: [],
    concurrency: 2,
    room: { hasRoom: async () => hasRoom() },
    log,
  });

test('jobs that need room do not start while the disk is full, and others pass them', async () => {
  let hasRoom = false;
  const ran: string[] = [];
  const jobs = ['large', 'larger', 'small'].map((name) => ({
    task: 'write',
    payload: { name },
    options: { needsRoom: name !== 'small', sharedBy: 'anna' },
  }));
  await addJobs(connection.db, jobs);
  const task = {
    name: 'write',
    handle: async (job: unknown) => void ran.push((job as { name: string }).name),
  };
  const runner = await run(task, () => hasRoom);
  await expect.poll(() => ran).toEqual(['small']);
  hasRoom = true;
  await expect.poll(() => ran.toSorted(), { timeout: 10_000 }).toEqual(['large', 'larger', 'small']);
  await runner.stop();
});

test('a job that meets a full disk is returned unchanged, without using up an attempt', async () => {
  const options = { key: 'one', maxAttempts: 1, sharedBy: 'anna', needsRoom: true, priority: 20 };
  await addJob(connection.db, keyedTask('meet', { lossIs: 'a test fails' }), { name: 'one' }, options);
  const runner = await run({ name: 'meet', handle: () => Promise.reject(new DiskFull()) }, () => true);
  const read = async () =>
    (
      await connection.pool.query(`select key, attempts, max_attempts, priority, flags, locked_at,
        run_at > now() + interval '5 s' as "isLater" from graphile_worker.jobs where task_identifier = 'meet'`)
    ).rows;
  const flags = { anna: true, 'needs-room': true };
  const waiting = { key: 'one', attempts: 0, max_attempts: 1, priority: 20, flags, locked_at: null };
  await expect.poll(read, { timeout: 10_000 }).toEqual([{ ...waiting, isLater: true }]);
  await runner.stop();
});
