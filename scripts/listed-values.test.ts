import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  type OpenTestDatabase,
  openTestDatabase,
} from '../apps/server/src/platform/testing/test-database.ts';
import { readListedValues, withListedValues } from './listed-values.ts';

let database: OpenTestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
  await database.pool.query(`
    create table pots (
      colour text not null default 'red' check (colour in ('red', 'dark-blue')),
      state text check (state in ('whole', 'broken')),
      size text check (size in ('s', 'm') or length(size) > 5),
      name text check (name <> ''));
    create view shown_pots as select colour as paint, upper(state) as state from pots;`);
});
afterAll(() => database.stop());

test('a column has the values that its check lists, in a view, too; other checks list nothing', async () => {
  const values = await readListedValues(database.url);
  const own = [...values].filter(([name]) => /pots\./.test(name));
  expect(new Map(own)).toEqual(
    new Map([
      ['pots.colour', ['dark-blue', 'red']],
      ['pots.state', ['broken', 'whole']],
      ['shown_pots.paint', ['dark-blue', 'red']],
    ]),
  );
});

test('row types say so', () => {
  const types = (colour: string, state: string) => `export interface Cups {
  state: string;
}
export interface Pots {
  colour: Generated<${colour}>;
  name: string;
  state: ${state} | null;
}
export interface DB {
  cups: Cups;
  pots: Pots;
}`;
  const values = new Map([
    ['pots.colour', ['dark-blue', 'red']],
    ['pots.state', ['broken', 'whole']],
  ]);
  expect(withListedValues(types('string', 'string'), values)).toBe(
    types("'dark-blue' | 'red'", "'broken' | 'whole'"),
  );
});
