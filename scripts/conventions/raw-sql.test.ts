import { expect, test } from 'vitest';
import { checkRawSql } from './raw-sql.ts';

const STORE = 'apps/server/src/modules/library/albums/store.ts';
const check = (text: string, file = STORE) => checkRawSql(new Map([[file, text]]), {});

test.each([
  'const order = sql.raw(column);',
  "const order = sql.raw('taken_order');",
  'const order = sql["raw"](column);',
  'const order = column.map(sql.raw);',
  'const { raw } = sql;',
  'const { raw: text } = sql;',
  'const statements = sql; const order = statements.raw(column);',
  "import { sql as statement } from 'kysely'; const order = statement.raw(column);",
])('no text becomes SQL as it is: %s', (code) =>
  expect(check(`\n${code}`)).toEqual([`${STORE}:2: a statement is written as a template, not as a text`]),
);

test('templates, names, numbers, other things that are raw, and tests are exempt', () => {
  expect(check('const order = sql`order by id`; const parts = [sql.ref(column), sql.lit(10)];')).toEqual([]);
  expect(check('const text = String.raw`a`; const { raw } = request; request.raw.destroy();')).toEqual([]);
  expect(check('sql.raw(text)', STORE.replace('.ts', '.test.ts'))).toEqual([]);
});

test('a file is excused for a reason, as long as it needs it', () => {
  const judge = (text: string) =>
    checkRawSql(new Map([[STORE, text]]), { 'modules/library/albums/store.ts': 'why' });
  expect(judge('sql.raw(text)')).toEqual([]);
  expect(judge('')).toEqual([
    'scripts/conventions/raw-sql.ts: modules/library/albums/store.ts makes no SQL of a text any more',
  ]);
});
