import { expect, test } from 'vitest';
import { checkTables } from './tables.ts';

const SERVER = 'apps/server/src';
const FOREIGN = `${SERVER}/modules/library/albums/store.ts`;

/** Photos keeps two tables, and a view for others; albums keeps one. */
const house = {
  [`${SERVER}/platform/database/database-types.ts`]: `export interface DB {
  albums: Albums;
  photo_facts: PhotoFacts;
  photo_uses: PhotoUses;
  photos: Photos;
}`,
  [`${SERVER}/modules/library/photos/index.ts`]: `export const create = () => ({
    tables: { photos: { customer: 'user_id' }, photo_uses: { customer: 'user_id' }, photo_facts: { view: 'for lists' } },
  });`,
  [`${SERVER}/modules/library/photos/store.ts`]: `
    db.insertInto('photos'); db.selectFrom('photos as photo'); sql\`update photo_uses set used = 1\`;
    for (const table of ['photos', 'photo_uses'] as const) db.deleteFrom(table);`,
  [`${SERVER}/modules/library/albums/personal-data.ts`]: `export const TABLES: Tables = { albums: { customer: 'user_id' } };`,
  [`${SERVER}/modules/library/albums/delete.ts`]: `db.deleteFrom('albums').using('photo_facts'); sql\`select from photo_facts\`;`,
  [`${SERVER}/modules/library/storage-audit/checks.ts`]:
    'const gone = (objects) => `select from «objects» join photos on true`;',
  [`${SERVER}/modules/library/albums/albums.test.ts`]: `db.insertInto('photos');`,
};

const check = (more: Record<string, string> = {}) =>
  checkTables(new Map(Object.entries({ ...house, ...more }).map(([file, code]) => [file, withHoles(code)])));
/** Templates are written with «name» here, because the linter takes them for mistakes otherwise. */
const withHoles = (code: string) => code.replace(/«(.*?)»/g, (_, name) => `$\{${name}}`);

test('owners write, others read views, the audit reads everything, and tests do what they want', () =>
  expect(check()).toEqual([]));

test.each([
  `db.insertInto('photos').values(row);`,
  `db.updateTable('photos as photo');`,
  `db.deleteFrom('photos');`,
  `db.mergeInto('photos');`,
  `deleteRows(db, 'photos', { where, signal });`,
  `db.deleteFrom(['photos', 'albums']);`,
  `for (const table of ['photos'] as const) db.deleteFrom(table);`,
  'sql`insert into photos (id) values (1)`;',
  'sql`INSERT INTO\n  "photos" (id) select 1`;',
  'sql`insert into «sql.table("photos")» values (1)`;',
  'sql`update only photos set id = 1`;',
  'sql<Row>`with gone as (delete from photos returning id) select from gone`;',
  'sql`delete from public.photos as photo using albums`;',
  'sql`truncate table photos`;',
  'sql`merge into photos using albums on true when matched then delete`;',
  'sql`truncate albums, only photos restart identity`;',
  'sql`lock table albums, photos in exclusive mode`;',
  'sql`lock photos in share mode`;',
  'sql`alter table if exists photos add column place text`;',
  'sql`drop table albums, photos`;',
  'client.query("copy photos (id) from stdin");',
  'client.query("vacuum analyze photos");',
  'sql`update albums set id = 1; with gone as materialized (delete from photos) select from gone`;',
  'pool.query(`truncate albums, photos`);',
  'const name = "photos"; pool.query(`truncate table «name»`);',
  'const name = "photos"; pool.query(`lock table only «name»`);',
  'const name = "photos"; pool.query(`copy «name» from stdin`);',
  `pool.query('update photos set id = $1', [1]);`,
  'const name = "photos"; pool.query(`update «name» set id = 1`);',
  'const name = "photos"; sql`delete from «sql.id(name)»`;',
  `const expires = [{ table: 'photos', column: 'taken_at', before: ago(1) }];`,
  `const expires = [{ table: 'photos', only: GONE }];`,
])('a module does not write the table of another: %s', (code) =>
  expect(check({ [FOREIGN]: code })).toEqual([
    expect.stringMatching(/^\S+albums\/store\.ts:\d: only library\/photos writes photos$/),
  ]),
);

test.each([
  `db.selectFrom('photos').selectAll();`,
  `db.selectFrom(['albums', 'photos as photo']);`,
  `db.selectFrom('albums').leftJoin('photos', 'id', 'id');`,
  `db.selectFrom('albums').innerJoinLateral('photos', (join) => join);`,
  `db.updateTable('albums').from('photos');`,
  `db.deleteFrom('albums').using('photos');`,
  'sql`select id from photos where user_id = «id»`;',
  'sql`select from albums, photos as photo`;',
  'sql`select from albums as album (id), only photos`;',
  'sql`select from unnest(«ids»::uuid[]) as asked (id), lateral (select from photos) as photo`;',
  'sql`select exists (select from albums join photos using (id))`;',
  'sql`insert into albums select from photos`;',
  'sql`select from photos for update`;',
  'sql`delete from albums using photos where true`;',
  'sql`delete from albums using albums as album, photos as photo where true`;',
  'sql`update albums set id = photo.id from photos as photo`;',
  'sql`update albums set id = 1 from albums as album, photos returning id`;',
  'sql`merge into albums using photos on true when matched then delete`;',
  'sql`merge into albums using only photos as photo on true when matched then delete`;',
  'sql`insert into albums table photos`;',
  'sql`select from albums union all table photos`;',
  'sql`select from (photos cross join albums)`;',
  'sql`select from (photos as photo left outer join albums on true)`;',
  'client.query("copy photos to stdout");',
  'client.query("copy (select from photos) to stdout");',
  'const name = "photos"; pool.query(`delete from albums using «name»`);',
  'const part = sql`left join "photos" on true`;',
  'const name = "photos"; pool.query(`select from «name»`);',
  `tableFile({ name: 'pictures', table: 'photos', orderBy: ['id'], only: MINE, row });`,
])('a module does not read the table of another: %s', (code) =>
  expect(check({ [FOREIGN]: code })).toEqual([
    `${FOREIGN}:1: photos is read through functions or views of library/photos`,
  ]),
);

test.each([
  'sql`select extract(year from created_at) is distinct from «photos» from albums`;',
  "sql`select 'taken from photos' as text -- from photos\nfrom albums`;",
  'sql`select from albums order by id, photos`;',
  'sql`select from photos(«id»)`;',
  `Array.from(photos);`,
  'log.info(`Imported photos from «file»`);',
  'log.info("A lock photos in the list cannot have");',
  'log.info("Nobody may copy photos to a disk, or analyze them: photos stay.");',
  'sql`select id as table, photos from albums`;',
])('what only resembles a table is none: %s', (code) => expect(check({ [FOREIGN]: code })).toEqual([]));

/** Albums keeps the table that the file names, and may write another. */
const OWN = `db.selectFrom('albums'); `;

test.each([
  'db.selectFrom(table)',
  `db.deleteFrom(table as 'albums')`,
  'const remove = (table: string) => db.deleteFrom(table);',
  'const remove = (table: Table) => db.deleteFrom(table);',
  'const remove = (table: keyof DB) => db.deleteFrom(table);',
  'const remove = ({ table }: { table: string }) => db.deleteFrom(table);',
  `for (const table of ['albums', other]) db.deleteFrom(table);`,
  `for (const table of ['albums']) log(table); const remove = (table: string) => db.deleteFrom(table);`,
  `import { table } from './names.ts'; db.deleteFrom(table);`,
  'db.deleteFrom(tables[0])',
  'db.deleteFrom(tableOf(kind))',
  `db.deleteFrom(isOld ? 'albums' : name)`,
  'db.deleteFrom(`«kind»s`)',
  `db.selectFrom(['albums', table])`,
  'db.updateTable("albums").from(table)',
  'const { deleteFrom } = db;',
  'const remove = db.deleteFrom.bind(db);',
  `db[method]('albums')`,
  'db["deleteFrom"](table)',
  'const name = sql.table(table);',
  'const name = sql.id(table);',
  'sql`insert into «sql.table(table)» values (1)`',
  'sql`from «sql.ref(table)»`',
  'sql`delete from «part»`',
  'pool.query(`select from «tableOf(kind)»`)',
  'pool.query(`update «tables[0]» set id = 1`)',
])('a table that only the running program knows is refused, whatever else the file names: %s', (code) =>
  expect(check({ [FOREIGN]: OWN + code })).toEqual([`${FOREIGN}:1: a statement names its table`]),
);

test.each([
  `for (const table of ['albums'] as const) db.deleteFrom(table);`,
  `const remove = (table: 'albums') => db.deleteFrom(table);`,
  `type Mine = 'albums'; const remove = <Table extends Mine>(table: Table) => sql\`delete from «sql.table(table)»\`;`,
  `db.selectFrom((eb) => eb.selectFrom('albums').as('a')); db.selectFrom(db.selectFrom('albums').as('b'));`,
  'const change = sql`(values (1))`; sql`select from albums join «change» as change on true`;',
])('a variable stands for the literals that it is bound to: %s', (code) =>
  expect(check({ [FOREIGN]: code })).toEqual([]),
);

test.each([
  `const remove = (table: 'albums' | 'photos') => db.deleteFrom(table);`,
  'const name = sql.ref("photos"); sql`delete from «name»`;',
  'const part = sql`photos`;',
  `db['deleteFrom']('photos');`,
])('so it is the table of another all the same: %s', (code) =>
  expect(check({ [FOREIGN]: code })).toContain(`${FOREIGN}:1: only library/photos writes photos`),
);

test.each([`db.insertInto('photo_facts');`, 'sql`delete from photo_facts`;'])(
  'nobody writes a view: %s',
  (code) => {
    const own = `${SERVER}/modules/library/photos/store.ts`;
    expect(check({ [own]: code, [FOREIGN]: code })).toEqual([
      `${own}:1: photo_facts is a view`,
      `${FOREIGN}:1: photo_facts is a view`,
    ]);
  },
);

test('a view is read by those who may import its owner', () => {
  const code = 'sql`select from photo_facts`;';
  const [later, earlier, platform] = [
    'modules/orders/orders',
    'modules/account/customers',
    'platform/database',
  ].map((folder) => `${SERVER}/${folder}/store.ts`) as [string, string, string];
  expect(check({ [later]: code, [earlier]: code, [platform]: code })).toEqual([
    `${earlier}:1: photo_facts belongs to library/photos, and account must not import library`,
    `${platform}:1: photo_facts belongs to library/photos, and platform must not import modules`,
  ]);
});

test.each(['wings/library.ts', 'app.ts', 'cli/albums.ts'])(
  '%s reads tables no more than a module does',
  (name) => {
    const file = `${SERVER}/${name}`;
    expect(check({ [file]: 'sql`select from photos`; db.insertInto("albums");' })).toEqual([
      `${file}:1: photos is read through functions or views of library/photos`,
      `${file}:1: only library/albums writes albums`,
    ]);
  },
);

test.each([
  'const isOver = async (id: CustomerId) => Boolean((await findCustomer(db, id))?.deleted_at);',
  'const { deleted_at: deletedAt } = await findCustomer(db, id);',
  'const at = customer["deleted_at"];',
])('wings and the app read no column: %s', (code) => {
  const fault = ':1: what deleted_at means is for the module that keeps it to say';
  for (const name of ['wings/library.ts', 'app.ts'])
    expect(check({ [`${SERVER}/${name}`]: code })).toEqual([`${SERVER}/${name}${fault}`]);
  expect(check({ [`${SERVER}/modules/library/albums/read.ts`]: code })).toEqual([]);
});

test('each table has one owner', () => {
  const repeated = {
    [FOREIGN]: `export const ALBUM_TABLES = { photos: { customer: 'user_id' } } satisfies Tables;`,
  };
  expect(check(repeated)).toEqual([`${FOREIGN}: photos belongs to library/photos already`]);
  const nobody = { [`${SERVER}/modules/library/albums/personal-data.ts`]: '' };
  expect(check(nobody)).toContain(`${SERVER}/platform/database/database-types.ts: no module keeps albums`);
  const undeclared = { [`${SERVER}/modules/library/photos/index.ts`]: '' };
  expect(check(undeclared)).toContain(
    `${SERVER}/platform/database/database-types.ts: no module keeps photo_facts`,
  );
});
