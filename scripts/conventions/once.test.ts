import { expect, test } from 'vitest';
import { checkOnce } from './once.ts';

const SERVER = 'apps/server/src/modules/orders';
const house = {
  'packages/contracts/src/platform/limits.ts': `export const HOUR_SECONDS = 3_600; export const SIZES = [300, 800] as const;`,
  [`${SERVER}/orders/store.ts`]: `import { HOUR_SECONDS } from '@keepsake/contracts/platform/limits';
    export const BATCH = 500; const MAX_TRIES = 4; const KEPT_SECONDS = 2 * HOUR_SECONDS; const COLLECTION_DAYS = 180; const query = rowsUpTo(100, ORDERS_PER_PAGE);
    const NEXT = /^next$/; const address = \`\${url}/3000\`;`,
  [`${SERVER}/invoices/store.ts`]: `const BATCH = 1_000; const PAUSE_MS = 30_000; const PASS = 60; const one = { limit: 1 }; const points = [300, 420]; const FORMAT = 24 * 7.5; const half = width * 60;`,
  'apps/web/src/shared/retry.ts': `const MAX_TRIES = 4;`,
};
const plant = (text: string, file = `${SERVER}/reorders/store.ts`) =>
  checkOnce(new Map(Object.entries({ ...house, [file]: text })));

test('limits that are imported, of other values, or of the other application are no problem', () => {
  expect(checkOnce(new Map(Object.entries(house)))).toEqual([]);
});

test.each([
  ['an hour in seconds', 'const LIFETIME = 3_600;', '3_600 is a period'],
  ['a day in milliseconds', 'const left = 2 * 86_400_000;', '86_400_000 is a period'],
  ['a day that is written out', 'const DAY = 24 * 60 * 60 * 1000;', 'a period is written out'],
  ['hours that are written out', 'const left = hours * (60 * 60);', 'a period is written out'],
  ['a minute in milliseconds', 'const SOON_MS = 60_000;', '60_000 is a period'],
  ['minutes in seconds', 'const block = { seconds: 15 * 60 };', 'a period is written out'],
  ['minutes as a number of seconds', 'const LONGEST_SECONDS = 600;', 'a period of minutes is a number'],
  ['a budget of a minute', 'const budget = { calls: 6, seconds: 60 };', 'a period of minutes is a number'],
  ['a default of minutes', 'function wait(limitMs = 120_000) {}', 'a period of minutes is a number'],
  ['hours in minutes, to the west', 'const OFFSETS = { least: -12 * 60 };', 'a period is written out'],
  [
    'a number of days under a name that has another',
    'const COLLECTION_DAYS = 10;',
    'COLLECTION_DAYS is another',
  ],
  ['minutes that are written out', 'const SOON_MS = 5 * 60_000;', 'a period is written out'],
  [
    'a copy of a batch’s size',
    'const BATCH = 500;',
    'BATCH is BATCH of apps/server/src/modules/orders/orders/',
  ],
  ['a private twin', 'const MAX_TRIES = 4;', 'MAX_TRIES is MAX_TRIES of apps/server/src/modules/orders/'],
  ['a size in an address', 'const src = `$'.concat('{url}/300`;'), 'given by pictureAt'],
  ['a page size without a name', 'const query = rowsUpTo(100, 24);', 'the size of a page is a constant'],
  ['a page size under its name', 'read({ limit: 24 });', 'the size of a page is a constant'],
  ['a page size by default', 'function read(pageSize = 24) {}', 'the size of a page is a constant'],
  ['a list of sizes', 'for (const edge of [300, 800, 1300]) draw(edge);', 'sizes of pictures are listed'],
  [
    'a copy of an exported constant',
    'const HOUR_SECONDS = 3_600;',
    'HOUR_SECONDS is HOUR_SECONDS of packages/',
  ],
  [
    'a copy of a list under another name',
    'const EDGES = [300, 800] as const;',
    'EDGES is SIZES of packages/',
  ],
  ['a copy of a pattern', 'const AFTER = /^next$/;', 'AFTER is NEXT of apps/'],
])('%s is refused', (_, text, reason) => {
  expect(plant(text)).toContainEqual(expect.stringContaining(reason));
});

test('tests may say it again', () => {
  expect(plant('const LIFETIME = 3_600;', `${SERVER}/reorders/store.test.ts`)).toEqual([]);
});
