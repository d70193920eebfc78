import pg from 'pg';
import pino from 'pino';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { MINUTE_MS } from '../../../platform/clock.ts';
import { type OpenTestDatabase, openTestDatabase } from '../../../platform/testing/test-database.ts';
import { createRestorableDays } from './index.ts';

let database: OpenTestDatabase;
let now = new Date('2026-06-01T10:00:00Z');
beforeEach(async () => {
  database = await openTestDatabase();
});
afterEach(() => database.stop());

async function startNode(deletedDays: number) {
  const log = pino({ level: 'silent' });
  const { restorableDays, tasks } = await createRestorableDays({
    ...database,
    clock: () => now,
    log,
    deletedDays,
  });
  const [task] = tasks ?? [];
  return { restorableDays, wait: () => task?.handle({}, { attempt: 1, maxAttempts: 1 }) };
}

test('in a new database deleted photos can come back from the start', async () => {
  const { restorableDays } = await startNode(30);
  expect(await restorableDays()).toBe(30);
});

test('beside nodes of 0.2.0 they cannot; once these are gone, every node holds to its days', async () => {
  const client = new pg.Client({ connectionString: database.url, application_name: 'keepsake listen' });
  await client.connect();
  const [one, other] = [await startNode(30), await startNode(30)];
  expect(await one.restorableDays()).toBe(0);
  await client.end();
  await expect
    .poll(async () => {
      now = new Date(now.getTime() + 5 * MINUTE_MS);
      await one.wait();
      return one.restorableDays();
    })
    .toBe(30);
  expect(await other.restorableDays()).toBe(30);
});

test('with no days nothing waits, and nodes of 0.2.0 may come back', async () => {
  const { restorableDays, wait } = await startNode(0);
  await wait();
  expect(await restorableDays()).toBe(0);
  const { rows } = await database.pool.query('select state from first_release');
  expect(rows).toEqual([{ state: 'never' }]);
});
