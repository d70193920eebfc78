import { expect, test } from 'vitest';
import { checkDatabases } from './databases.ts';

const PHOTOS = 'apps/server/src/modules/library/photos';
const ALBUMS = 'apps/server/src/modules/library/albums/change-album.ts';
const WING = 'apps/server/src/wings/library.ts';

/** A module that lets a function with these parameters out, and who imports it. */
function judge(params: string, { name = 'deletePhotos', caller = ALBUMS } = {}) {
  const sources = new Map([
    [
      'apps/server/src/platform/database/database.ts',
      `import { Kysely as K } from 'kysely'; export type Database = Kysely<DB>; export type Queryable = Database;
       export type Whole = K<DB>; export function open(): Database {} export function use(db: Database) {}`,
    ],
    [
      `${PHOTOS}/deps.ts`,
      `import type { Database } from '../../../platform/database/database.ts';
       export type Deps = Platform & { dataDir: string }; export type Small = { db: Database; clock: Clock };
       export interface Spelled { db: Database } export interface More extends Spelled { clock: Clock }
       export type With<Store> = { store: Store };`,
    ],
    [
      `${PHOTOS}/delete.ts`,
      `import type { Deps, More, Small as Other, Spelled, With } from './deps.ts';
       import { open, use, type Whole } from '../../../platform/database/database.ts';
       export async function remove${params.startsWith('<') ? params : `(${params})`} {}`,
    ],
    [`${PHOTOS}/index.ts`, `export { remove as ${name} } from './delete.ts';`],
    [
      caller,
      `import { ${name} } from '${caller === WING || caller.includes('/cli/') ? '../modules/library' : '..'}/photos/index.ts';`,
    ],
  ]);
  return checkDatabases(sources);
}

test.each([
  'db: Database',
  "{ db }: Pick<Deps, 'db' | 'clock'>",
  'customerId: CustomerId, deps: Other = defaults',
  "db: Deps['db']",
  '{ stored }: { stored: Readonly<Other> }',
  "deps: Omit<Deps, 'db'>",
  'db: Kysely<DB>',
  'deps: Spelled',
  'db: (Database)',
  "db: import('../../../platform/database/database.ts').Database",
  "{ db }: import('./deps.ts').Small",
  "db: import('./deps.ts').Deps['db']",
  "deps: Pick<import('./deps.ts').Small, 'db'>",
  'db: NonNullable<Database | null>',
  'db: Awaited<ReturnType<typeof open>>',
  'db: Parameters<typeof use>[0]',
  'db: Whole',
  'deps: More',
  'deps: With<Database>',
  'dbs: readonly Database[]',
  '...[db]: [Database, Clock]',
  "deps: { [Name in 'db']: Database }",
  'db: Name extends string ? Database : never',
  "db: Platform['connection']['prepared']",
  "{ prepared }: Pick<Platform, 'prepared'>",
  '<Whole extends Database>(db: Whole)',
  "<Taken extends Pick<Other, 'db'>>(deps: Taken)",
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
  'deps: With<Clock>',
  'row: Awaited<ReturnType<typeof use>>',
  '<Row extends Selectable<Albums>>(rows: readonly Row[])',
  "trx: import('../../../platform/database/database.ts').Queryable",
])('a function that takes %s may be called by anybody', (params) => {
  expect(judge(params)).toEqual([]);
});

test('a wing builds with a whole database, and commands have no modules', () => {
  expect(judge('deps: Other', { name: 'createPhotos', caller: WING })).toEqual([]);
  expect(judge('deps: Other', { name: 'createPhotos' })).toHaveLength(1);
  expect(judge('db: Database', { caller: 'apps/server/src/cli/photos.ts' })).toEqual([]);
});

test.each([
  ['all of a file', `export * from './delete.ts';`],
  ['another name', `import { deletePhotos as own } from './delete.ts'; export { own as deletePhotos };`],
])('a door that exports %s hides no database', (_, door) => {
  const sources = new Map([
    [`${PHOTOS}/delete.ts`, 'export const deletePhotos = async (db: Database) => {};'],
    [`${PHOTOS}/index.ts`, door],
    [ALBUMS, `import { deletePhotos } from '../photos/index.ts';`],
  ]);
  expect(checkDatabases(sources)).toHaveLength(1);
  sources.set(ALBUMS, `import * as photos from '../photos/index.ts';`);
  expect(checkDatabases(sources)).toHaveLength(1);
});

test.each([
  `import type { Kysely } from 'kysely';`,
  `import { sql, type Transaction as Trx } from 'kysely';`,
  `import type * as kysely from 'kysely';`,
  `type Whole = import('kysely').Kysely<DB>;`,
  `remove(queryable as import('./deps.ts').Small['db']);`,
  `export type { Kysely as Whole } from 'kysely';`,
  'const within = { ...deps, db: trx as typeof db };',
  `import type { Small } from './deps.ts'; remove(queryable as Small['db']);`,
  'remove(queryable as Database);',
])('%s gets no whole database', (text) => {
  const small = 'export type Small = { db: Database };';
  const judgeIn = (file: string) =>
    checkDatabases(
      new Map([
        [`${file.replace(/[^/]+$/, '')}deps.ts`, small],
        [file, text],
      ]),
    );
  expect(judgeIn(ALBUMS)).toEqual([expect.stringContaining(`${ALBUMS}:1: `)]);
  expect(judgeIn('apps/server/src/platform/database/open.ts')).toEqual([]);
});

test.each([
  'export const deletePhotos = withRetries(async (db: Database) => {});',
  'export const deletePhotos = { all(db: Database) {} };',
  'export class deletePhotos { constructor(db: Database) {} }',
  'export const deletePhotos = (log: Logger) => async (db: Database) => {};',
  'type Act = (db: Database) => void; export const deletePhotos: Act = async (db) => {};',
  'export const deletePhotos: (db: Database) => void = async (db) => {};',
])('a whole database is taken by what is not a plain function, too: %s', (text) => {
  const judge = (code: string) =>
    checkDatabases(
      new Map([
        [`${PHOTOS}/index.ts`, code],
        [ALBUMS, `import { deletePhotos } from '../photos/index.ts';`],
      ]),
    );
  expect(judge(text)).toHaveLength(1);
  expect(judge(text.replaceAll('Database', 'Queryable'))).toEqual([]);
});

test('other names of Kysely, and other assertions, are anybody’s', () => {
  const text = `import { type Selectable, sql } from 'kysely'; const row = found as Selectable<Albums>;`;
  expect(checkDatabases(new Map([[ALBUMS, text]]))).toEqual([]);
});
