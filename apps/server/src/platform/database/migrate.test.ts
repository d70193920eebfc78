import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import pg from 'pg';
import pino from 'pino';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createEmptyDatabase, createTestDatabase, type TestDatabase } from '../testing/test-database.ts';
import type { Backfill } from './backfills.ts';
import { openListener } from './listen.ts';
import { migrateDatabase } from './migrate.ts';

const OURS = path.resolve(import.meta.dirname, '../../migrations');
const silent = pino({ level: 'silent' });

let database: TestDatabase;
let folder: string;
let client: pg.Client;
beforeEach(async () => {
  database = await createTestDatabase();
  folder = await mkdtemp(path.join(tmpdir(), 'keepsake-migrations-'));
  await cp(OURS, folder, { recursive: true });
  client = await connect(database.url);
});
afterEach(async () => {
  await client.end();
  await database.drop();
  await rm(folder, { recursive: true });
});

async function connect(url: string): Promise<pg.Client> {
  const opened = new pg.Client({ connectionString: url });
  opened.on('error', () => undefined);
  await opened.connect();
  return opened;
}
const add = (name: string, text: string) => writeFile(path.join(folder, `${name}.sql`), text);
const migrate = (version?: string, log = silent) =>
  migrateDatabase(database.url, { folder, log, ...(version && { version }) });
async function read(statement: string, from = client): Promise<unknown[]> {
  return (await from.query({ text: statement, rowMode: 'array' })).rows.flat();
}
const applied = () => read('select name from kysely_later_migration order by name');
const hasTable = (name: string) => read(`select to_regclass('${name}') is not null`);

test('each migration stands for itself: those before a failing one stay, and it leaves nothing', async () => {
  await add('0900-first', 'create table first_one (id int);');
  await add('0901-second', 'create table second_one (id int); select 1 / 0;');
  await add('0902-third', 'create table third_one (id int);');
  await expect(migrate()).rejects.toThrow('division by zero');
  expect(await hasTable('first_one')).toEqual([true]);
  expect(await hasTable('second_one')).toEqual([false]);
  await add('0901-second', 'create table second_one (id int);');
  await migrate();
  expect((await applied()).slice(-3)).toEqual(['0900-first', '0901-second', '0902-third']);
});

test('a migration that fails is named, with the failure as its cause', async () => {
  await add('0900-first', 'create table first_one (id int);');
  await add('0901-second', 'select 1 / 0;');
  const failure = await migrate().catch((error: unknown) => error);
  expect(failure).toMatchObject({
    message: 'Migration 0901-second failed: division by zero',
    cause: { code: '22012' },
  });
});

test('one of those that are applied together is named, too', async () => {
  const early = await createEmptyDatabase();
  await add('0284-creation-views', 'select 1 / 0;');
  await expect(migrateDatabase(early.url, { folder })).rejects.toThrow(
    'Migration 0284-creation-views failed: division by zero',
  );
  await early.drop();
});

test('nodes that start at once migrate an empty database once', async () => {
  const empty = await createEmptyDatabase();
  await Promise.all(Array.from({ length: 4 }, () => migrateDatabase(empty.url)));
  const reader = await connect(empty.url);
  expect(await read('select count(*)::int from customers', reader)).toEqual([0]);
  await reader.end();
  await empty.drop();
});

test('a migration that gets no lock lets the calls behind it pass, and is tried again', async () => {
  await add('0900-column', 'alter table customers add column tried text;');
  const [holder, customer] = [await connect(database.url), await connect(database.url)];
  await holder.query('begin; select from customers');
  const lines: string[] = [];
  const log = pino({}, { write: (line: string) => void lines.push(JSON.parse(line).msg) });
  const migrating = migrate(undefined, log);
  await expect.poll(() => lines).toContain('a migration got no lock and is tried again');
  // It does not wait behind the migration: no longer than that one waits.
  await customer.query("set statement_timeout = '2s'");
  expect(await read('select count(*)::int from customers', customer)).toEqual([0]);
  await holder.query('commit');
  await migrating;
  expect(await applied()).toContain('0900-column');
  await Promise.all([holder.end(), customer.end()]);
});

test('a statement that would hold its lock for long is given up', async () => {
  await add('0900-slow', 'lock table customers; select pg_sleep(30);');
  await expect(migrate()).rejects.toThrow('statement timeout');
  expect(await applied()).not.toContain('0900-slow');
});

test('a constraint is validated for as long as the rows take, while customers change them', async () => {
  // Fails if a limit would end it; otherwise it takes as long as somebody holds this lock.
  await client.query(`create table notes (id int); insert into notes values (1);
    create function is_read() returns boolean language plpgsql as $$ begin
      if current_setting('statement_timeout') <> '0' then raise 'it has a limit'; end if;
      perform pg_advisory_xact_lock(77);
      return true;
    end $$;
    alter table notes add constraint notes_read check (is_read() or id > 0) not valid`);
  await add(
    '0900-valid',
    '-- keepsake: outside a transaction\nalter table notes validate constraint notes_read;',
  );
  const [holder, customer] = [await connect(database.url), await connect(database.url)];
  await holder.query('begin; select pg_advisory_xact_lock(77)');
  const migrating = migrate();
  const reading = () =>
    read(
      `select count(*)::int from pg_stat_activity
       where application_name = 'keepsake migrate' and datname = current_database() and wait_event = 'advisory'`,
    );
  await expect.poll(reading).toEqual([1]);
  await customer.query("set lock_timeout = '100ms'; delete from notes");
  await holder.query('commit');
  await migrating;
  expect(await read(`select convalidated from pg_constraint where conname = 'notes_read'`)).toEqual([true]);
  await Promise.all([holder.end(), customer.end()]);
});

test('a migration killed in the middle leaves nothing and runs at the next start', async () => {
  await add('0900-killed', 'create table half (id int); select pg_sleep(4);');
  const migrating = migrate();
  const kill = async () => {
    const killed = await read(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where application_name = 'keepsake migrate' and datname = current_database() and query like '%pg_sleep%'`,
    );
    expect(killed).toEqual([true]);
  };
  await Promise.all([
    expect(migrating).rejects.toThrow(/^Migration 0900-killed failed: .*terminat/),
    expect
      .poll(() =>
        kill().then(
          () => true,
          () => false,
        ),
      )
      .toBe(true),
  ]);
  expect(await hasTable('half')).toEqual([false]);
  await add('0900-killed', 'create table half (id int);');
  await migrate();
  expect(await hasTable('half')).toEqual([true]);
});

test('an index is built beside writing customers, and anew if a kill left half of it', async () => {
  const text = `-- keepsake: outside a transaction
drop index concurrently if exists customers_tried;
create index concurrently customers_tried on customers (email);`;
  await add('0900-index', text);
  const [writer, other] = [await connect(database.url), await connect(database.url)];
  await writer.query('begin; lock table customers in row exclusive mode');
  const migrating = migrate();
  const building = () =>
    read(
      `select count(*)::int from pg_stat_activity where query like 'create index concurrently%' and wait_event_type = 'Lock'`,
    );
  await expect.poll(building).toEqual([1]);
  await other.query("set lock_timeout = '100ms'; begin; lock table customers in row exclusive mode; commit");
  await writer.query('rollback');
  await migrating;
  const state = `select indisvalid from pg_index where indexrelid = to_regclass('customers_tried')`;
  expect(await read(state)).toEqual([true]);
  await client.query(
    `update pg_index set indisvalid = false where indexrelid = to_regclass('customers_tried')`,
  );
  await client.query(`delete from kysely_later_migration where name = '0900-index'`);
  await migrate();
  expect(await read(state)).toEqual([true]);
  await Promise.all([writer.end(), other.end()]);
});

test('a version accepts the schema of a later one that it can work with', async () => {
  await add('0900-later', 'create table later (id int);');
  await migrate('0.4.0');
  await rm(path.join(folder, '0900-later.sql'));
  await migrate('0.3.0');
  expect(await applied()).toContain('0900-later');
});

test('a version refuses the schema of a later one that it cannot work with', async () => {
  await add('0900-contract', '-- keepsake: needs 0.4.0\nalter table customers drop column if exists old;');
  await migrate('0.4.0');
  await migrate('0.4.0');
  await rm(path.join(folder, '0900-contract.sql'));
  await expect(migrate('0.3.0')).rejects.toThrow(
    'The database needs Keepsake 0.4.0 or newer since migration 0900-contract, and this is 0.3.0: install that.',
  );
  // One that is new enough and has no such file, as a branch of it may be.
  await migrate('0.4.1');
});

test('what nodes of an earlier version cannot work with waits until they are gone', async () => {
  await add('0900-contract', '-- keepsake: needs 99.0.0\ncreate table contracted (id int);');
  const node = await openListener({ url: database.url, notify: async () => undefined, log: silent });
  await expect(migrate('99.0.0')).rejects.toThrow(
    /Nodes of Keepsake \S+ are connected.*bring all of them to 99\.0\.0/,
  );
  expect(await hasTable('contracted')).toEqual([false]);
  await node.close();
  await expect
    .poll(() =>
      migrate('99.0.0').then(
        () => true,
        () => false,
      ),
    )
    .toBe(true);
  expect(await hasTable('contracted')).toEqual([true]);
});

test('nodes of 0.2.0 find the migrations that they have and no others', async () => {
  const existing = await read('select max(name) from kysely_migration');
  expect(existing).toEqual(['0284-creation-views']);
  expect(await applied()).toContain('0290-schema-needs');
});

test('a database of before the first release is migrated while no node is connected', async () => {
  const early = await createEmptyDatabase();
  await rm(path.join(folder, '0284-creation-views.sql'));
  await migrateDatabase(early.url, { folder });
  const node = await openListener({ url: early.url, notify: async () => undefined, log: silent });
  await expect(migrateDatabase(early.url)).rejects.toThrow(
    'The database is older than release 0.2.0, and 1 of its nodes are connected: stop all of them, then start one.',
  );
  await node.close();
  await expect
    .poll(() =>
      migrateDatabase(early.url).then(
        () => true,
        () => false,
      ),
    )
    .toBe(true);
  await early.drop();
});

test('a role without the rights to migrate is named in one sentence', async () => {
  const bare = await createEmptyDatabase();
  const guest = new URL(bare.url);
  const name = `guest_${guest.pathname.slice(1)}`;
  const owner = await connect(bare.url);
  await owner.query(`create role ${name} login password 'guest'`);
  await expect(
    migrateDatabase(Object.assign(guest, { username: name, password: 'guest' }).href),
  ).rejects.toThrow(
    /^The role of the database may not migrate it \(permission denied .*\): make it the owner/,
  );
  await owner.end();
  await bare.drop();
  await client.query(`drop role ${name}`);
});

describe('a migration that waits for a backfill', () => {
  const fillThings: Backfill = {
    name: 'fill-things',
    async findRows(trx, after, limit) {
      const [id = '0'] = after ?? [];
      const { rows } = await sql<{ id: number }>`select id from things
        where filled is null and id > ${id}::int order by id limit ${limit}`.execute(trx);
      return rows.map((row) => [String(row.id)]);
    },
    fill: (trx, keys) =>
      sql`update things set filled = 12 / (id % 7) where id = any(${keys.map(([id]) => id)}::int[])`.execute(
        trx,
      ),
  };
  const migrateFilling = (version?: string) =>
    migrateDatabase(database.url, { folder, backfills: [fillThings], ...(version && { version }) });
  const pending = () => read('select name from backfills where done_at is null');

  beforeEach(async () => {
    await client.query('create table things (id int primary key)');
    await add('0900-expand', '-- keepsake: backfill fill-things\nalter table things add column filled int;');
  });
  const addContract = () =>
    add(
      '0901-contract',
      `-- keepsake: after backfill fill-things
alter table things add constraint things_filled check (filled is not null);`,
    );

  test('waits while the start fills in all rows', async () => {
    await client.query('insert into things select id from generate_series(1, 3000) as id where id % 7 <> 0');
    await addContract();
    await migrateFilling();
    expect(await read('select count(*)::int from things where filled is null')).toEqual([0]);
    expect(await applied()).toContain('0901-contract');
  });

  test('is refused while a row cannot be filled in, and what came before it stays', async () => {
    await client.query('insert into things select generate_series(1, 13)');
    await addContract();
    await expect(migrateFilling()).rejects.toThrow(
      'Migration 0901-contract waits for the backfill fill-things: 1 rows cannot be filled in, such as 7, and the log says why.',
    );
    expect(await applied()).toContain('0900-expand');
    expect(await applied()).not.toContain('0901-contract');
    expect(await read('select id from things where filled is null')).toEqual([7]);
    await client.query('delete from things where id = 7');
    await migrateFilling();
    expect(await applied()).toContain('0901-contract');
  });

  test('is refused while nodes of an earlier release add rows', async () => {
    await addContract();
    const node = await openListener({ url: database.url, notify: async () => undefined, log: silent });
    await expect(migrateFilling('99.0.0')).rejects.toThrow(
      'waits for the backfill fill-things: nodes of an earlier release are connected',
    );
    await node.close();
    await expect
      .poll(() =>
        migrateFilling('99.0.0').then(
          () => true,
          () => false,
        ),
      )
      .toBe(true);
  });

  test('has none to wait for in a new database', async () => {
    const empty = await createEmptyDatabase();
    await add('0900-expand', '-- keepsake: backfill fill-things\ncreate table things (id int, filled int);');
    await addContract();
    await migrateDatabase(empty.url, { folder });
    await empty.drop();
  });

  test('begins anew after a node of an earlier release has started', async () => {
    await client.query('insert into things values (1)');
    await addContract();
    await migrateFilling('99.0.0');
    expect(await pending()).toEqual([]);
    await migrateDatabase(database.url, { folder, version: '98.0.0' });
    expect(await pending()).toEqual(['fill-things']);
  });
});
