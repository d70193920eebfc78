import { randomUUID } from 'node:crypto';
import pg from 'pg';
import pino from 'pino';
import { inject } from 'vitest';
import { type DatabaseConnection, openDatabase } from '../database/database.ts';
import { migrateDatabase } from '../database/migrate.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The PostgreSQL of this test run, which scripts/vitest-postgres.ts starts. */
    postgresUrl: string;
  }
}

/** A database for one test, with the newest schema and no rows. `drop` cuts open connections. */
export type TestDatabase = { url: string; drop(): Promise<void> };

const TEMPLATE = 'keepsake_template';
const DRAFT = 'keepsake_template_draft';
/** Any number, as long as all workers of a run use the same. */
const TEMPLATE_LOCK = 7_364_921;

/** Creates a database by copying a template that was migrated once in this test run: about 20 ms. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const database = newDatabase();
  await withMaintenance(async (client) => {
    await ensureTemplate(client);
    await client.query(`create database ${database.name} template ${TEMPLATE} strategy file_copy`);
  });
  return database;
}

/** Creates a database without any table. */
export async function createEmptyDatabase(): Promise<TestDatabase> {
  const database = newDatabase();
  await withMaintenance((client) => client.query(`create database ${database.name} template template0`));
  return database;
}

function newDatabase(): TestDatabase & { name: string } {
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  const drop = () =>
    withMaintenance((client) => client.query(`drop database if exists ${name} with (force)`));
  return { name, url: urlOf(name), drop };
}

export type OpenTestDatabase = Omit<DatabaseConnection, 'close'> & { url: string; stop(): Promise<void> };

/** A test database with a connection to it, for tests that need nothing else of the platform. */
export async function openTestDatabase({ maxConnections = 8 } = {}): Promise<OpenTestDatabase> {
  const { url, drop } = await createTestDatabase();
  const { close, ...connection } = openDatabase({ url, maxConnections, log: pino({ level: 'silent' }) });
  async function stop() {
    await close();
    await drop();
  }
  return { ...connection, url, stop };
}

/** Concurrent workers wait for the one that migrates. A failed migration leaves no template. */
async function ensureTemplate(client: pg.Client): Promise<void> {
  if (await hasTemplate(client)) return;
  await client.query('select pg_advisory_lock($1)', [TEMPLATE_LOCK]);
  if (await hasTemplate(client)) return;
  await client.query(`drop database if exists ${DRAFT} with (force)`);
  await client.query(`create database ${DRAFT}`);
  await migrateDatabase(urlOf(DRAFT));
  await client.query(`alter database ${DRAFT} rename to ${TEMPLATE}`);
}

async function hasTemplate(client: pg.Client): Promise<boolean> {
  const { rowCount } = await client.query('select from pg_database where datname = $1', [TEMPLATE]);
  return rowCount === 1;
}

/** The lock of ensureTemplate ends with this connection, so it stays open until the copy is made. */
async function withMaintenance(work: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const client = new pg.Client({ connectionString: urlOf('postgres') });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}

function urlOf(database: string): string {
  const url = new URL(inject('postgresUrl'));
  url.pathname = `/${database}`;
  return url.href;
}
