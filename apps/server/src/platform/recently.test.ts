import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DAY_MS, MINUTE_MS } from './clock.ts';
import { endOf, isRecent, wasRecent } from './recently.ts';
import { type OpenTestDatabase, openTestDatabase } from './testing/test-database.ts';

const NOW = new Date('2026-06-15T10:00:00Z');
const lastDay = { now: NOW, ms: DAY_MS };
const at = (ms: number) => new Date(NOW.getTime() + ms);

let database: OpenTestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.stop());

async function wasRecentlyAt(time: Date | null): Promise<unknown> {
  const { rows } = await sql<{ counts: boolean }>`select ${wasRecent('event.at', lastDay)} as counts
    from (select ${time}::timestamptz as at) as event`.execute(database.db);
  return rows[0]?.counts;
}

test.each([
  ['longer ago', -DAY_MS, false],
  ['just not so long ago', 1 - DAY_MS, true],
  ['now', 0, true],
  ['on a node whose clock is a minute ahead', MINUTE_MS, true],
  ['while a clock was ahead', 2 * MINUTE_MS, false],
  ['while a clock was nine days ahead', 9 * DAY_MS, false],
])('what happened %s counts as it should, in the database too', async (_when, ms, counts) => {
  expect(isRecent(at(ms), lastDay)).toBe(counts);
  expect(await wasRecentlyAt(at(ms))).toBe(counts);
});

test('what never happened does not count', async () => expect(await wasRecentlyAt(null)).toBe(false));

test('what was written by a clock that was ahead is over', () => {
  expect(endOf(at(-MINUTE_MS), lastDay)).toEqual(at(DAY_MS - MINUTE_MS));
  expect(endOf(at(9 * DAY_MS), lastDay)).toEqual(NOW);
});
