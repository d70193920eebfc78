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
  expect(
    judge("type E = Selectable<Downloads>['entries']; sql<{ entries: NonNullable<E> }>`select entries`"),
  ).toEqual([]);
  expect(judge('sql<{ name: Name }>`select name from downloads`')).toEqual([]);
});

const MADE = `${FILE}:1: JSON that a statement makes is unknown, until parseStoredColumn checks it with a schema beside its shape (ADR 124)`;

/** Templates within the texts below have § for $. */
const withValues = (text: string) => text.replaceAll('§', '$');

test.each([
  'sql<{ lines: Line[] }>`select (select json_agg(line) from line) as lines`',
  'sql<{ codes: string[] | null }>`select (select json_agg(code) from line) as codes`',
  "sql<Row & { lines: Line[] }>`select a.*, coalesce((select jsonb_agg(x) from x where (y)), '[]') as lines from a`",
  'type Row = { id: string; line: Line | null }; sql<Row>`select id, json_build_object(\'a\', a) as "line" from a`',
  'sql<{ line: { at: string } }>`select row_to_json(line) as line from line`',
  'sql<{ line: Line }>`select to_jsonb(line)::jsonb as line from line`',
  'sql<{ states: Record<string, number> }>`select json_object_agg(state, n) filter (where n > 0) as states from a`',
  "sql<{ state: State }>`select payload -> 'state' as state from a`",
  'type Row = { id: string; lines: Line[] }; sql<Omit<Row, "id">>`select json_agg(line) as lines from line`',
  'sql<Found>`select json_agg(line) as lines from line`',
  "sql<Block>`(select json_build_object('reason', note) from a)`",
  "const blockSql = (id: string): RawBuilder<Block | null> => sql`(select json_build_object('reason', §{id}))`",
  'function blockSql(): RawBuilder<Block> { return sql`to_jsonb(a)`; }',
  'const block: RawBuilder<Block> = sql`row_to_json(a)`;',
  'sql<{ block: Block | null }>`select §{blockSql(id)} as block from a`',
])('a statement does not say what is in JSON that it makes: %s', (text) => {
  expect(judge(withValues(text))).toEqual([MADE]);
});

test.each([
  'sql<{ lines: unknown; id: Id }>`select id, (select json_agg(line) from line) as lines from a`',
  'sql<Row & { lines: unknown }>`select a.*, json_agg(line) as lines from a`',
  'type Row = { lines: Line[]; at: Date }; sql<Omit<Row, "lines"> & { lines: unknown }>`select at, json_agg(line) as lines`',
  'type Parsed = keyof A | "lines"; type Row = { lines: Line[] }; sql<Omit<Row, Parsed> & Record<Parsed, unknown>>`select json_agg(x) as lines`',
  "sql<{ first: string | null }>`select data ->> 'first' as first, (data -> 'n')::int as n from a`",
  "sql<{ n: number }>`select (data -> 'n')::int as n, §{isListening} as listens from a`",
  'sql<{ line: Line }>`select (select at from line) as line, json_agg(x) as x from a`',
  "const blockSql = (id: string): RawBuilder<unknown> => sql`(select json_build_object('reason', §{id}))`",
  'const found: RawBuilder<Found> = sql`(select a from b)`;',
])('it may leave that open: %s', (text) => {
  expect(judge(withValues(text))).toEqual([]);
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
