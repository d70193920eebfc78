import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { openTestDatabase } from '../testing/test-database.ts';

async function open() {
  const { db, prepared, stop } = await openTestDatabase({ maxConnections: 1 });
  onTestFinished(stop);
  return { db, prepared };
}

test('a connection parses a statement once, whatever its values and transactions', async () => {
  const { db, prepared } = await open();
  const add = (number: number) => sql<{ sum: number }>`select ${number}::integer + 1 as sum`;
  const first = await add(1).execute(prepared);
  const second = await prepared.transaction().execute((trx) => add(2).execute(trx));
  await add(3).execute(db);
  expect([first.rows, second.rows]).toEqual([[{ sum: 2 }], [{ sum: 3 }]]);
  const stored = await sql`select statement, (generic_plans + custom_plans)::integer as runs
    from pg_prepared_statements`.execute(db);
  expect(stored.rows).toEqual([{ statement: 'select $1::integer + 1 as sum', runs: 2 }]);
});

test('a statement has the same name on all nodes, whatever they have prepared before', async () => {
  const { db, prepared } = await open();
  await sql`select ${'another'}::text`.execute(prepared);
  await sql`select ${1}::integer as shared`.execute(prepared);
  const { rows } = await sql<{ name: string }>`select name from pg_prepared_statements
    where statement like '% as shared'`.execute(db);
  const hash = createHash('sha256').update('select $1::integer as shared').digest('base64url');
  expect(rows).toEqual([{ name: `keepsake-${hash.slice(0, 22)}` }]);
});

test('a failed statement can run again like any other', async () => {
  const { prepared } = await open();
  const divide = (by: number) => sql`select 6 / ${by}::integer as result`.execute(prepared);
  await expect(divide(0)).rejects.toThrow('division by zero');
  expect((await divide(3)).rows).toEqual([{ result: 2 }]);
  const missing = () => sql`select ${1}::integer from not_there_yet`.execute(prepared);
  await expect(missing()).rejects.toThrow('does not exist');
  await sql`create table not_there_yet ()`.execute(prepared);
  expect((await missing()).rows).toEqual([]);
});

test('columns added by a newer node do not break statements that name their own', async () => {
  const { db, prepared } = await open();
  await sql`create table things (id integer)`.execute(db);
  const add = (id: number) => sql`insert into things values (${id}) returning id`.execute(prepared);
  await add(1);
  await sql`alter table things add column name text`.execute(db);
  expect((await add(2)).rows).toEqual([{ id: 2 }]);
});

test('nor those that select all columns, which are parsed each time', async () => {
  const { db, prepared } = await open();
  await sql`create table things (id integer)`.execute(db);
  await sql`insert into things values (1)`.execute(db);
  const read = () =>
    prepared.selectFrom(sql<{ id: number }>`things`.as('things')).selectAll().where('id', '=', 1);
  expect(await read().execute()).toEqual([{ id: 1 }]);
  await sql`alter table things add column name text`.execute(db);
  expect(await read().execute()).toEqual([{ id: 1, name: null }]);
});
