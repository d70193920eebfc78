import pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { MINUTE_MS } from '../clock.ts';
import { type OpenTestDatabase, openTestDatabase } from '../testing/test-database.ts';
import { isFirstReleaseGone, leaveFirstRelease, REFUSAL_OF_FIRST_RELEASE } from './first-release.ts';
import { migrateDatabase } from './migrate.ts';

const START = Date.parse('2026-06-01T10:00:00Z');

let database: OpenTestDatabase;
beforeEach(async () => {
  database = await openTestDatabase();
});
afterEach(() => database.stop());

/** The state after a step, so many minutes after the start. */
const after = (minutes: number) => leaveFirstRelease(database.db, new Date(START + minutes * MINUTE_MS));
const isRefused = async () => {
  const { rowCount } = await database.pool.query('select from kysely_migration where name = $1', [
    REFUSAL_OF_FIRST_RELEASE,
  ]);
  return rowCount === 1;
};
const setState = (state: string) =>
  database.pool.query('update first_release set state = $1, since = $2', [state, new Date(START)]);

/** A connection as a node of 0.2.0 has one. */
async function connectFirstRelease() {
  const client = new pg.Client({ connectionString: database.url, application_name: 'keepsake listen' });
  await client.connect();
  return client;
}

test('a new database is left by nodes of 0.2.0 at once, and they are refused', async () => {
  expect(await isFirstReleaseGone(database.db)).toBe(false);
  expect(await after(0)).toBe('gone');
  expect([await isRefused(), await isFirstReleaseGone(database.db)]).toEqual([true, true]);
});

test('in one with customers they must be absent for a while, then are refused, then are gone', async () => {
  await setState('present');
  const steps: [minutes: number, state: string, isRefused: boolean][] = [
    [0, 'absent', false],
    [3, 'absent', false],
    [5, 'refused', true],
    [8, 'refused', true],
    [10, 'gone', true],
  ];
  for (const [minutes, state, refused] of steps)
    expect([await after(minutes), await isRefused()]).toEqual([state, refused]);
});

test('one that restarts in between begins the wait anew', async () => {
  await setState('present');
  expect(await after(0)).toBe('absent');
  const node = await connectFirstRelease();
  expect(await after(5)).toBe('present');
  await node.end();
  await expect.poll(() => after(6)).toBe('absent');
  expect(await after(9)).toBe('absent');
  expect(await isRefused()).toBe(false);
});

test('one that began to start just before the refusal is waited for', async () => {
  await setState('refused');
  const node = await connectFirstRelease();
  expect(await after(5)).toBe('refused');
  await node.end();
  await expect.poll(() => after(10)).toBe('gone');
});

test('nodes of this version start when those of 0.2.0 are refused', async () => {
  await after(0);
  await migrateDatabase(database.url);
  expect(await isRefused()).toBe(true);
});
