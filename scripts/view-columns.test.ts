import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  type OpenTestDatabase,
  openTestDatabase,
} from '../apps/server/src/platform/testing/test-database.ts';
import { readRequiredColumns, withRequiredColumns } from './view-columns.ts';

let database: OpenTestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
  await database.pool.query(`
    create table pots (id int not null, plant int, colour text not null);
    create table plants (id int not null, name text not null);
    create view planted as select pots.id as pot, plant, upper(colour) as colour, name
      from pots join plants on plants.id = pots.plant;
    create view all_pots as select pots.id, name from pots left join plants on plants.id = pots.plant;
    create view things as select id, colour as name from pots union all select id, name from plants;`);
});
afterAll(() => database.stop());

test('a column of a view is required like the column behind it, unless an outer join or a union may add nulls', async () => {
  const columns = await readRequiredColumns(database.url);
  expect(columns.get('planted')).toEqual(new Set(['pot', 'name']));
  expect(columns.get('all_pots')).toBeUndefined();
  expect(columns.get('things')).toEqual(new Set());
});

test('row types of views say so, those of tables stay', () => {
  const types = (pot: string) => `export interface Planted {
  colour: string | null;
  pot: ${pot};
}
export interface Pots {
  pot: number | null;
}
export interface DB {
  planted: Planted;
  pots: Pots;
}`;
  const columns = new Map([['planted', new Set(['pot'])]]);
  expect(withRequiredColumns(types('number | null'), columns)).toBe(types('number'));
});
