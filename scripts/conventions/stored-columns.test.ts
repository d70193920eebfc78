import { expect, test } from 'vitest';
import { checkStoredColumns } from './stored-columns.ts';

const FILE = 'apps/server/src/modules/library/downloads/store.ts';
const ROW_TYPES = 'apps/server/src/platform/database/database-types.ts';
const COLUMNS = `export interface Downloads {
  body: Json;
  entries: Json | null;
  parked: Generated<JsonOf<OrderEvent>>;
  name: string;
}`;
const judge = (text: string, file = FILE) =>
  checkStoredColumns(
    new Map([
      [ROW_TYPES, COLUMNS],
      [file, text],
    ]),
    {},
  );
const claimed = (line = 1) =>
  `${FILE}:${line}: what a column holds has its generated row type, or is checked by parseStoredColumn (ADR 124), not claimed`;
const SHAPED = `${FILE}:1: JSON of a column is unknown to a statement, until parseStoredColumn checks it, or has the type of its row (ADR 124)`;

test.each([
  ['a row', 'return (row as Download | undefined) ?? null;'],
  ['rows', 'return rows as unknown as Download[];'],
  ['one of them', 'const [x] = [rows[0] as Download];'],
  ['a column of a row', 'const entries = row.a as Entry[];'],
  ['a column of a row, or something instead', 'const entries = (row?.a ?? []) as Entry[];'],
  ['a column, by its underscore', 'const point = order.pickup_point as Point;'],
  ['a column taken out', 'return pickup_point as Point;'],
  ['JSON, by the name of its column', 'const of = ({ entries }: Row2) => entries as Entry[];'],
  ['JSON of whatever it is called', 'const x = download.entries as Entry[];'],
  ['what a query yields', "const a = (await db.selectFrom('a').execute()) as A[];"],
  ['the only row of a query', "const a = <A>await db.selectFrom('a').executeTakeFirst();"],
  ['what holds it', 'const found = await query.executeTakeFirstOrThrow(); return found.name as Name;'],
  ['what is taken of it', 'const { name } = await query.executeTakeFirst(); return name as Name;'],
  ['each of them', 'rows.map(({ address, ...rest }) => ({ ...rest, address: address as Address }));'],
  ['each of a query', 'const all = await q.execute(); all.flatMap((one) => one.name as Name);'],
  ['what is made of them', 'return rows.map((row) => [row.id]) as Pair[];'],
  ['a column while it is read', "db.selectFrom('a').selectAll().$castTo<A>();"],
])('the type of %s is not claimed', (_, text) => {
  expect(judge(text)).toEqual([claimed()]);
});

test('casts of anything else and to unknown are others’ business', () => {
  expect(judge('const a = (await query.execute()) as unknown;')).toEqual([]);
  expect(judge('const a = [row.id, row.name] as const;')).toEqual([]);
  expect(judge('const { id } = request.params as Params; const b = request.body as Body;')).toEqual([]);
  expect(judge('const error = thrown as Error;')).toEqual([]);
  expect(judge('const a = row.name as Name;', FILE.replace('.ts', '.test.ts'))).toEqual([]);
  expect(judge('const a = row.name as Name;', 'apps/web/src/app/a.ts')).toEqual([]);
});

test.each([
  'sql<{ entries: Entry[] }>`select entries from downloads`',
  'sql<{ entries: { name: string } | null }>`select entries from downloads`',
  'sql<{ event: OrderEvent }>`select waiting.parked as event from waiting`',
  'type Row = { id: string; entries: Entry[] }; sql<Row>`select id, entries from downloads`',
  'type Found = Entry[]; sql<Pick<A, "id"> & { entries: Found }>`select id, entries from downloads`',
  'sql<{ entries: NonNullable<Entry[]> }>`select entries from downloads`',
])('a statement does not say what a JSON column is: %s', (text) => {
  expect(judge(text)).toEqual([SHAPED]);
});

test('it may say what it makes itself, that it does not know, and what row types know', () => {
  expect(judge('sql<{ entries: unknown; event: unknown }>`select entries, parked as event`')).toEqual([]);
  expect(judge('sql<{ entries: number }>`select count(*) as entries`')).toEqual([]);
  expect(judge('sql<{ entries: number | null }>`select * from counted`')).toEqual([]);
  expect(judge('sql<{ entries: Line[] }>`select (select json_agg(line) from line) as entries`')).toEqual([]);
  expect(
    judge("type E = Selectable<Downloads>['entries']; sql<{ entries: NonNullable<E> }>`select entries`"),
  ).toEqual([]);
  expect(judge('sql<{ name: Name }>`select name from downloads`')).toEqual([]);
});

test('a claim may stay for a reason, as long as it is there', () => {
  const place = 'modules/library/downloads/store.ts row.answer as Answer';
  const exempt = { [place]: 'its endpoint checks it' };
  const sources = (text: string) => new Map([[FILE, text]]);
  expect(checkStoredColumns(sources('return row.answer as Answer;'), exempt)).toEqual([]);
  expect(checkStoredColumns(sources('return row.answer as\n  Answer;'), exempt)).toEqual([]);
  expect(checkStoredColumns(sources('return row.answer;'), exempt)).toEqual([
    `scripts/conventions/stored-columns.ts: ${place} is claimed no more`,
  ]);
});
