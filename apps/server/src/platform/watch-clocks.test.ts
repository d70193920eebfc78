import pino from 'pino';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { DAY_MS, HOUR_MS } from './clock.ts';
import { type OpenTestDatabase, openTestDatabase } from './testing/test-database.ts';
import { watchClocks } from './watch-clocks.ts';

let connection: OpenTestDatabase;
beforeAll(async () => {
  connection = await openTestDatabase();
});
afterAll(() => connection.stop());

function watch() {
  const clock = { aheadMs: 0 };
  const lines: string[] = [];
  const calls = { setBack: 0 };
  const clocks = watchClocks({
    db: connection.db,
    machineClock: () => new Date(Date.now() + clock.aheadMs),
    log: pino({}, { write: (line) => void lines.push(JSON.parse(line).msg) }),
  });
  clocks.onSetBack(async () => void calls.setBack++);
  onTestFinished(() => clocks.stop());
  return { clock, lines, calls, clocks };
}

test('clocks that agree are not worth a line', async () => {
  const { clocks, lines, calls } = watch();
  await clocks.check();
  await clocks.check();
  expect([clocks.isWrong(), calls.setBack, lines]).toEqual([false, 0, []]);
  expect(Math.abs(clocks.offsetMs())).toBeLessThan(5_000);
});

test.each([
  ['ahead', HOUR_MS],
  ['behind', -HOUR_MS],
])('a clock that is an hour %s is an alarm, logged once', async (_how, aheadMs) => {
  const { clock, clocks, lines } = watch();
  clock.aheadMs = aheadMs;
  await clocks.check();
  await clocks.check();
  expect(clocks.isWrong()).toBe(true);
  expect(Math.abs(clocks.offsetMs() - aheadMs)).toBeLessThan(5_000);
  expect(lines.filter((line) => line.includes('disagree'))).toHaveLength(1);
});

test('a clock that was ahead and is set back is noticed once', async () => {
  const { clock, clocks, calls, lines } = watch();
  clock.aheadMs = 9 * DAY_MS;
  await clocks.check();
  expect(calls.setBack).toBe(0);
  clock.aheadMs = 0;
  await clocks.check();
  await clocks.check();
  expect([clocks.isWrong(), calls.setBack]).toEqual([false, 1]);
  expect(lines.join()).toContain('a clock was set back');
});
