import { expect, test } from 'vitest';
import { checkStopwatches } from './stopwatches.ts';

const MODULE = 'apps/server/src/modules/library/albums/jobs.ts';
const check = (text: string, file = MODULE) => checkStopwatches(new Map([[file, text]]));

test.each([
  'const until = performance.now() + TURN_MS;',
  'const now = () => performance.now();',
  'const { now } = performance;',
  'const now = globalThis.performance.now();',
  'const now = globalThis["performance"].now();',
  'const now = process.hrtime.bigint();',
  "import { hrtime } from 'node:process';",
  "import * as clocks from 'perf_hooks';",
])('the server measures no duration by %s', (code) => {
  expect(check(`\n${code}`)).toEqual([`${MODULE}:2: durations are measured by startStopwatch`]);
});

test('the stopwatch itself, comments, tests, pages and benches are exempt', () => {
  const code = 'const startedAt = performance.now();';
  expect(check(code, 'apps/server/src/platform/clock.ts')).toEqual([]);
  expect(check('// not performance.now()')).toEqual([]);
  expect(check(code, MODULE.replace('.ts', '.test.ts'))).toEqual([]);
  expect(check(code, 'apps/web/src/start.ts')).toEqual([]);
  expect(check(code, 'bench/groups/web.ts')).toEqual([]);
});
