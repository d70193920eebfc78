import { expect, test } from 'vitest';
import { checkMigrations } from './migrations.ts';

const check = (text: string, name = '0900-tried') =>
  checkMigrations(new Map([[`apps/server/src/migrations/${name}.sql`, text]]));
const INDEX = `-- keepsake: outside a transaction
drop index concurrently if exists photos_tried;
create unique index concurrently photos_tried on photos (user_id, id);`;

test.each([
  'create table made (id uuid primary key, at timestamptz);\ncreate index made_at on made (at);',
  'create table made (id int primary key);\ninsert into made (id) values (1);',
  'alter table photos add column tried text, add column also boolean not null default false;',
  'alter table photos add constraint tried check (bytes > 0) not valid;',
  'create or replace function f() returns trigger language plpgsql as $$ begin update photos set bytes = 1; end $$;',
  '-- keepsake: needs 0.3.0\nalter table photos drop column bytes;',
  '-- keepsake: outside a transaction\nalter table photos validate constraint tried;',
  '-- keepsake: outside a transaction\ndrop index concurrently if exists photos_tried;',
  INDEX,
])('lets pass what customers do not notice: %s', (text) => expect(check(text)).toEqual([]));

test.each([
  ['alter table photos validate constraint tried;', 'reads every row'],
  [
    'alter table photos add constraint tried check (bytes > 0) not valid, validate constraint tried;',
    'reads every row',
  ],
  [
    '-- keepsake: outside a transaction\nalter table photos validate constraint tried;\nalter table photos add column tried int;',
    'stands alone',
  ],
  [
    '-- keepsake: outside a transaction\nalter table photos validate constraint tried, drop column bytes;',
    'stands alone',
  ],
  ['-- keepsake: outside a transaction\nalter table photos add column tried int;', 'first dropped'],
  ['create index tried on photos (id);', 'require-concurrent-index-creation'],
  ['alter table photos alter column bytes type numeric;', 'changing-column-type'],
  ['alter table photos add column tried int not null;', 'adding-required-field'],
  ['alter table photos add column tried uuid default gen_random_uuid();', 'adding-field-with-default'],
  ['alter table photos alter column bytes set not null;', 'adding-not-nullable-field'],
  ['alter table photos add constraint tried check (bytes > 0);', 'constraint-missing-not-valid'],
  ['alter table photos drop column bytes;', 'ban-drop-column'],
  ['drop table photos;', 'ban-drop-table'],
  ['drop index photos_tried;', 'require-concurrent-index-deletion'],
  ['alter table photos add column tried int check (tried > 0);', 'checks every row'],
  ['alter table photos\n  add column tried uuid references customers (user_id);', 'checks every row'],
  ['update photos set bytes = 1;', 'changes rows'],
  ['delete from photos where bytes = 0;', 'changes rows'],
  ['insert into deleted_photos select * from photos;', 'changes rows'],
  ['with gone as (delete from photos returning id) select id from gone;', 'changes rows'],
  ['do $$ begin update photos set bytes = 1; end $$;', 'changes rows'],
  ['lock table photos;', 'changes rows'],
  ['truncate photos;', 'changes rows'],
  ['vacuum full photos;', 'changes rows'],
  ['-- keepsake: outside\nselect 1;', 'not understood'],
  ['-- keepsake: outside a transaction\ncreate index concurrently tried on photos (id);', 'first dropped'],
  [INDEX.replace('exists photos_tried', 'exists photos_other'), 'first dropped'],
])('refuses what they would: %s', (text, reason) => expect(check(text).join('\n')).toContain(reason));

test('a migration waits for a backfill that an earlier one declares', () => {
  const [declares, waits] = ['create table made (id int);', 'create table waited (id int);'];
  const of = (first: string, second: string) =>
    checkMigrations(
      new Map([
        ['apps/server/src/migrations/0900-first.sql', `-- keepsake: ${first}\n${declares}`],
        ['apps/server/src/migrations/0901-second.sql', `-- keepsake: ${second}\n${waits}`],
      ]),
    );
  expect(of('backfill fill-it', 'after backfill fill-it')).toEqual([]);
  const missing = 'no earlier migration declares backfill fill-it';
  expect(of('backfill other', 'after backfill fill-it')).toEqual([expect.stringContaining(missing)]);
  expect(of('after backfill fill-it', 'backfill fill-it')).toEqual([expect.stringContaining(missing)]);
});

test('those of the first release ran while no node worked', () => {
  expect(check('drop table photos;', '0009-deletion')).toEqual([]);
});
