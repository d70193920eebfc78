import pino from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type OpenTestDatabase, openTestDatabase } from '../testing/test-database.ts';
import { addJobs, type Runnable } from './jobs.ts';
import { runJobs } from './run-jobs.ts';

let connection: OpenTestDatabase;
beforeAll(async () => {
  connection = await openTestDatabase();
});
afterAll(() => connection.stop());

const WORKERS = 6;

/** Runs jobs that last until `endAll`, and records whose have begun. */
async function runLongJobs({ runsElsewhere = false } = {}) {
  const running: string[] = [];
  const done: string[] = [];
  const { promise: ended, resolve: endAll } = Promise.withResolvers<void>();
  const task: Runnable = {
    name: 'take-long',
    runsElsewhere,
    async handle(payload) {
      const { customer } = payload as { customer: string };
      running.push(customer);
      await ended;
      done.push(customer);
    },
  };
  const log = pino({ level: 'silent' });
  const runner = await runJobs({ ...connection, tasks: [task], crons: [], concurrency: WORKERS, log });
  const add = (customer: string, count: number) =>
    addJobs(
      connection.db,
      Array.from({ length: count }, () => ({
        task: task.name,
        payload: { customer },
        options: { sharedBy: customer },
      })),
    );
  return { running, done, add, endAll, stop: () => runner.stop() };
}

test('customers with long jobs share the workers, and one is left for the next; every job is done', async () => {
  const jobs = await runLongJobs();
  await jobs.add('anna', 8);
  await expect.poll(() => jobs.running).toEqual(Array(3).fill('anna'));
  await jobs.add('noah', 5);
  await expect.poll(() => jobs.running.filter((name) => name === 'noah')).toHaveLength(2);
  await jobs.add('ella', 1);
  await expect.poll(() => jobs.running).toContain('ella');
  expect(jobs.running.filter((name) => name === 'anna')).toHaveLength(3);
  jobs.endAll();
  await expect.poll(() => jobs.done, { timeout: 15_000 }).toHaveLength(14);
  await jobs.stop();
});

test('a customer whose jobs wait for another machine gets a third of the workers', async () => {
  const jobs = await runLongJobs({ runsElsewhere: true });
  await jobs.add('anna', 8);
  await jobs.add('noah', 8);
  await expect.poll(() => jobs.running).toHaveLength(4);
  expect(jobs.running.toSorted()).toEqual(['anna', 'anna', 'noah', 'noah']);
  jobs.endAll();
  await expect.poll(() => jobs.done, { timeout: 15_000 }).toHaveLength(16);
  await jobs.stop();
});
