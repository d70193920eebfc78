import { expect, test } from 'vitest';
import { checkDatabases } from './databases.ts';

const PHOTOS = 'apps/server/src/modules/library/photos';
const ALBUMS = 'apps/server/src/modules/library/albums/change-album.ts';
const WING = 'apps/server/src/wings/library.ts';

/** A module that lets a function with these parameters out, and who imports it. */
function judge(params: string, { name = 'deletePhotos', caller = ALBUMS, excused = [] as string[] } = {}) {
  const sources = new Map([
    [
      'apps/server/src/platform/database/database.ts',
      'export type Database = Kysely<DB>; export type Queryable = Database;',
    ],
    [
      `${PHOTOS}/deps.ts`,
      `import type { Database } from '../../../platform/database/database.ts';
       export type Deps = Platform & { dataDir: string }; export type Small = { db: Database; clock: Clock };`,
    ],
    [
      `${PHOTOS}/delete.ts`,
      `import type { Deps, Small as Other } from './deps.ts'; export async function remove(${params}) {}`,
    ],
    [`${PHOTOS}/index.ts`, `export { remove as ${name} } from './delete.ts';`],
    [
      caller,
      `import { ${name} } from '${caller === WING || caller.includes('/cli/') ? '../modules/library' : '..'}/photos/index.ts';`,
    ],
  ]);
  return checkDatabases(sources, excused);
}

test.each([
  'db: Database',
  "{ db }: Pick<Deps, 'db' | 'clock'>",
  'customerId: CustomerId, deps: Other = defaults',
  "db: Deps['db']",
  '{ stored }: { stored: Readonly<Other> }',
  "deps: Omit<Deps, 'db'>",
])('a function that takes %s is no function of another module', (params) => {
  expect(judge(params)).toEqual([
    expect.stringContaining(`${ALBUMS}: library/photos deletePhotos takes a whole database`),
  ]);
  expect(judge(params, { caller: WING })).toHaveLength(1);
});

test.each([
  'trx: Queryable, customerId: CustomerId',
  "{ clock }: Pick<Deps, 'clock'>, trx: Queryable",
  "deps: Omit<Other, 'db'>",
  'act: (db: Database) => void',
])('a function that takes %s may be called by anybody', (params) => {
  expect(judge(params)).toEqual([]);
});

test('a wing builds with a whole database, and commands have no modules', () => {
  expect(judge('deps: Other', { name: 'createPhotos', caller: WING })).toEqual([]);
  expect(judge('deps: Other', { name: 'createPhotos' })).toHaveLength(1);
  expect(judge('db: Database', { caller: 'apps/server/src/cli/photos.ts' })).toEqual([]);
});

test('what is excused must still be there', () => {
  const excused = ['library/photos deletePhotos'];
  expect(judge('db: Database', { excused })).toEqual([]);
  expect(judge('trx: Queryable', { excused })).toEqual([
    'scripts/conventions/databases.ts: remove library/photos deletePhotos',
  ]);
});
