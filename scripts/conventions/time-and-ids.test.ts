import { expect, test } from 'vitest';
import { checkTimeAndIds } from './time-and-ids.ts';

const MODULE = 'apps/server/src/modules/library/albums/store.ts';
const check = (text: string, file = MODULE) => checkTimeAndIds(new Map([[file, text]]));

test.each([
  'Date.now()',
  'Date.now',
  'new Date()',
  'new Date',
  'Temporal.Now.instant()',
  'systemClock()',
  'randomUUIDv7()',
  'randomUUID()',
  'crypto.randomUUID()',
  'sql`select gen_random_uuid()`',
])('the server must be given %s', (code) =>
  expect(check(`\nconst a = ${code};`)).toEqual([expect.stringContaining(`${MODULE}:2: `)]),
);

test('times of values, comments, tests and the supplying files are exempt', () => {
  expect(check('const a = new Date(now.getTime()); // not Date.now()')).toEqual([]);
  expect(check(' * `new Date()` would be wrong')).toEqual([]);
  expect(check('const a = Date.now();', 'apps/server/src/modules/library/albums/store.test.ts')).toEqual([]);
  expect(check('const a = () => new Date();', 'apps/server/src/platform/clock.ts')).toEqual([]);
  expect(check('const a = systemClock;', 'apps/server/src/app.ts')).toEqual([]);
  expect(check('const a = Date.now();', 'apps/web/src/shared/clock.ts')).toEqual([]);
});
