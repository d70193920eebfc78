import { expect, test } from 'vitest';
import { checkTimeAndIds } from './time-and-ids.ts';

const MODULE = 'apps/server/src/modules/library/albums/store.ts';
const PAGE = 'apps/web/src/features/orders/orders/orders-page.tsx';
const check = (text: string, file = MODULE) => checkTimeAndIds(new Map([[file, text]]), {}, {});

const CLOCKS = [
  'Date.now()',
  'Date.now',
  'Date["now"]()',
  'new Date()',
  'new Date',
  'new Date(...parts)',
  'Date()',
  'Date',
  'globalThis.Date.now()',
  'new window.Date()',
  'Reflect.construct(Date, [])',
  '{ Date }',
  '[Date].map((D) => new D())',
  '() => new Date()',
  'performance.timeOrigin',
  'Temporal.Now.instant()',
];
const CHANCES = ['Math.random()', 'Math.random', 'Math["random"]()', 'Math', 'Reflect.get(Math, name)'];

test.each([...CLOCKS, ...CHANCES, 'systemClock()', 'randomUUIDv7()', 'randomUUID()', 'crypto.randomUUID()'])(
  'the server must be given %s',
  (code) => expect(check(`\nconst a = ${code};`)).toEqual([expect.stringContaining(`${MODULE}:2: `)]),
);

test('a clock under another name is one', () =>
  expect(check('const { Date: D } = globalThis;')).toHaveLength(1));

test('a statement makes no ids', () =>
  expect(check('const a = sql`select gen_random_uuid()`;')).toHaveLength(1));

test.each([...CLOCKS, ...CHANCES])('the contracts, which both sides use, are given %s', (code) =>
  expect(check(`const a = ${code};`, 'packages/contracts/src/orders/vouchers.ts')).toHaveLength(1),
);

test.each(CLOCKS)('a page decides nothing by %s of the device', (code) =>
  expect(check(`const a = ${code};`, PAGE)).toEqual([
    `${PAGE}:1: what is over or still possible is decided by serverNow of shared/server-time.ts`,
  ]),
);

test.each(CHANCES)('a page takes %s only by retryDelay', (code) =>
  expect(check(`const a = ${code};`, PAGE)).toEqual([
    `${PAGE}:1: chance is passed in, or is that of retryDelay`,
  ]),
);

test('a file of a feature goes by the device for a reason, as long as it does', () => {
  const name = 'orders/orders/orders-page.tsx';
  const judge = (text: string) => checkTimeAndIds(new Map([[PAGE, text]]), { [name]: 'measures' }, {});
  expect(judge('const a = Date.now();')).toEqual([]);
  expect(judge('')).toEqual([`scripts/conventions/time-and-ids.ts: ${name} reads no clock any more`]);
});

test.each([
  'sql`select id from albums where ends_at < now()`',
  'sql`delete from albums\nwhere ended_at < NOW () or id is null`',
  'sql`update albums set ended_at = clock_timestamp()`',
  "sql`select current_timestamp - interval '1 day'`",
  'sql.raw("select localtimestamp")',
  'client.query("select id where day < current_date")',
  "sql`select 'now'::timestamptz`",
  "db.fn('now')",
  "eb.fn<Date>('clock_timestamp', [])",
])('a statement is given the time, and not by %s', (code) =>
  expect(check(`const a = ${code};`)).toEqual([expect.stringContaining('the time of the Clock')]),
);

test('statements go by the clock of the database for a reason, as long as they do', () => {
  const judge = (text: string, listed: string) =>
    checkTimeAndIds(new Map([[MODULE, text]]), {}, { [listed]: '' });
  const statement = 'const a = sql`select now()`;';
  expect(judge(statement, 'modules/library/albums/store.ts')).toEqual([]);
  expect(judge(statement, 'modules/library/')).toEqual([]);
  expect(judge('const a = now(); // now()', 'modules/library/albums/store.ts')).toEqual([
    'scripts/conventions/time-and-ids.ts: no statement of modules/library/albums/store.ts reads a clock any more',
  ]);
});

test('times of values, types, comments, tests and the supplying files are exempt', () => {
  expect(check('const a = new Date(now.getTime()); // not Date.now()')).toEqual([]);
  expect(check('const a = (b: Date, c: Map<string, Date>): c is Date => b instanceof Date;')).toEqual([]);
  expect(check('const a = Math.min(Date.parse(b), Date.UTC(2020, 1));')).toEqual([]);
  expect(check('const a = performance.now(), b = Temporal.PlainDate.from(c), d = clock.now();')).toEqual([]);
  expect(check(' /* `new Date()` would be wrong */')).toEqual([]);
  expect(check('const a = Date.now();', 'apps/server/src/modules/library/albums/store.test.ts')).toEqual([]);
  expect(check('const a = () => new Date();', 'apps/server/src/platform/clock.ts')).toEqual([]);
  expect(check('const a = systemClock;', 'apps/server/src/app.ts')).toEqual([]);
  expect(check('const a = Date.now();', 'apps/web/src/shared/server-time.ts')).toEqual([]);
  expect(check('const a = Math.random;', 'apps/web/src/shared/api/retry.ts')).toEqual([]);
});
