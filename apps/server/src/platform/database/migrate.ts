import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { runMigrations } from 'graphile-worker';
import { Kysely, PostgresDialect, sql } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import pg from 'pg';
import type { Logger } from 'pino';
import { StartupError } from '../startup-error.ts';
import { addBackfill, type Backfill, completeBackfill, reopenLaterBackfills } from './backfills.ts';
import type { Database, Queryable } from './database.ts';
import type { DB } from './database-types.ts';
import { REFUSAL_OF_FIRST_RELEASE } from './first-release.ts';
import { type MigrationFile, readMigrationFiles, statementsOf } from './migration-files.ts';
import { hasTable, readNodes, refuseBesideEarlier, refuseIfTooOld, VERSION } from './schema-version.ts';
import { liftLimits } from './session-limits.ts';

const MIGRATIONS = path.resolve(import.meta.dirname, '../../migrations');
/** The newest migration of release 0.2.0. Up to it, all are applied together while no node works. */
const LAST_OF_FIRST_RELEASE = '0284-creation-views';
/** Where those are recorded. */
const FIRST = 'kysely_migration';
/** Those that came later. Nodes of 0.2.0 do not know this table, and so are not troubled by what is in it. */
const LATER = 'kysely_later_migration';

/** How long a statement may wait for a lock. Calls that come meanwhile wait behind it. */
const LOCK_WAIT = '500ms';
/** How long a statement may take, since it may hold such a lock. */
const STATEMENT_TIME = '5s';
/** How often a migration that got no lock is tried again, and the longest pause between two attempts. */
const LOCK_ATTEMPTS = 60;
const LONGEST_PAUSE_MS = 5_000;
/** How often a node looks whether another has finished migrating. */
const OTHER_NODE_MS = 200;

type Log = Pick<Logger, 'info' | 'warn' | 'error'>;
type Options = { folder?: string; version?: string; log?: Log; backfills?: readonly Backfill[] };
type Run = Required<Pick<Options, 'version' | 'log' | 'backfills'>> & {
  db: Database;
  files: readonly MigrationFile[];
};

const NO_LOG: Log = { info: () => undefined, warn: () => undefined, error: () => undefined };

/**
 * Migrates a database to the schema of this version, the job queue's and ours, while other nodes work on it (ADR 127). Of nodes
 * that start at once, one migrates and the others wait. A schema that is newer is left as it is if this version can work with it.
 * Throws StartupError if it cannot, if nodes are connected that could not work afterwards, or if a migration waits for a backfill
 * that cannot be completed; otherwise an error that names the migration, which leaves nothing behind, and its cause.
 *
 * @param url of the database itself, DATABASE_DIRECT_URL: the lock belongs to the connection.
 */
export async function migrateDatabase(
  url: string,
  { folder = MIGRATIONS, version = VERSION, log = NO_LOG, backfills = [] }: Options = {},
): Promise<void> {
  const files = await readMigrationFiles(folder);
  const client = new pg.Client({ connectionString: url, application_name: 'keepsake migrate' });
  let lost: Error | undefined;
  client.on('error', (error) => {
    lost ??= error;
  });
  await client.connect();
  const run = { db: onOneConnection(client), files, version, log, backfills };
  try {
    await liftLimits(client);
    await waitForOthers(run);
    await migrateQueue(url);
    const isNew = await migrateToFirstRelease(run);
    await migrateLater(run, isNew);
    await reopenLaterBackfills(run.db, version);
  } catch (error) {
    throw explain(error, lost);
  } finally {
    // It releases the lock, and what matters has been thrown.
    await client.end().catch(() => undefined);
  }
}

/** SQLSTATE of a right that the role lacks. */
const FORBIDDEN = '42501';

class MigrationFailed extends Error {
  readonly migration: string;
  constructor(migration: string, cause: unknown) {
    super(`Migration ${migration} failed: ${cause instanceof Error ? cause.message : cause}`, { cause });
    this.name = 'MigrationFailed';
    this.migration = migration;
  }
}

/** Adds what to do, or where it happened. What follows a lost connection says less than that. */
function explain(error: unknown, lost: Error | undefined): unknown {
  const migration = error instanceof MigrationFailed ? error.migration : null;
  const cause = lost ?? (error instanceof MigrationFailed ? error.cause : error);
  if (cause instanceof Error && 'code' in cause && cause.code === FORBIDDEN)
    return new StartupError(
      `The role of the database may not migrate it (${cause.message}): make it the owner of the database and of what is in it.`,
      { cause },
    );
  return migration === null ? cause : new MigrationFailed(migration, cause);
}

/** A lock belongs to a connection: everything runs on this one, and nothing does once it is gone. */
function onOneConnection(client: pg.Client): Database {
  const only = { query: client.query.bind(client) as pg.PoolClient['query'], release: () => undefined };
  const pool = { options: {}, connect: async () => only, end: async () => undefined };
  return new Kysely<DB>({ dialect: new PostgresDialect({ pool }) });
}

/**
 * Takes the lock of migrations. It asks again and again: a node that waited inside a statement would be one of the transactions
 * whose end `create index concurrently` waits for.
 */
async function waitForOthers({ db, log }: Run): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    const { rows } = await sql<{ is_ours: boolean }>`
      select pg_try_advisory_lock(hashtextextended('keepsake migrations', 0)) as is_ours`.execute(db);
    if (rows[0]?.is_ours) return;
    if (attempt === 1) log.info('another node is migrating the database');
    await pause(OTHER_NODE_MS);
  }
}

async function migrateQueue(url: string): Promise<void> {
  const pool = new pg.Pool({ connectionString: url, max: 1, onConnect: liftLimits });
  // A connection that fails in use rejects its query; an idle one that fails does not matter here.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  try {
    await runMigrations({ pgPool: pool });
  } finally {
    await pool.end();
  }
}

/**
 * Applies what came before there were releases, all or nothing: it rewrites and locks whole tables. Returns whether the database is
 * new, so that no rows existed before.
 */
async function migrateToFirstRelease({ db, files }: Run): Promise<boolean> {
  const first = files.filter(({ name }) => name <= LAST_OF_FIRST_RELEASE);
  const up = ({ text }: MigrationFile) => ({ up: async (trx: Queryable) => runText(trx, text) });
  const migrations = Object.fromEntries<Migration>(first.map((file) => [file.name, up(file)]));
  if (await isFirstReleaseRefused(db)) migrations[REFUSAL_OF_FIRST_RELEASE] = { up: async () => undefined };
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } });
  const applied = (await migrator.getMigrations()).filter(({ executedAt }) => executedAt !== undefined);
  if (applied.length > 0 && applied.length < first.length) await refuseBeside(db);
  const { error, results = [] } = await migrator.migrateToLatest();
  const failed = results.find(({ status }) => status === 'Error');
  if (error) throw failed ? new MigrationFailed(failed.migrationName, error) : error;
  return applied.length === 0;
}

async function isFirstReleaseRefused(db: Queryable): Promise<boolean> {
  if (!(await hasTable(db, FIRST))) return false;
  const { rows } =
    await sql`select from ${sql.table(FIRST)} where name = ${REFUSAL_OF_FIRST_RELEASE}`.execute(db);
  return rows.length > 0;
}

async function refuseBeside(db: Queryable): Promise<void> {
  const nodes = await readNodes(db);
  if (nodes.length === 0) return;
  throw new StartupError(
    `The database is older than release 0.2.0, and ${nodes.length} of its nodes are connected: stop all of them, then start one.`,
  );
}

/** Applies what came since, one by one, each for itself. */
async function migrateLater(run: Run, isNew: boolean): Promise<void> {
  const later = run.files.filter(({ name }) => name > LAST_OF_FIRST_RELEASE);
  await refuseIfTooOld(run.db, run);
  const unknown = (await readApplied(run.db)).filter((name) => !later.some((file) => file.name === name));
  if (unknown.length > 0)
    run.log.info({ unknown }, 'the schema is newer than this version, which can work with it');
  // What a newer version has applied is there and needs nothing.
  const migrations = Object.fromEntries<Migration>([
    ...later.map((file) => [file.name, migrationOf(file, run.version, isNew)] as const),
    ...unknown.map((name) => [name, { up: async () => undefined }] as const),
  ]);
  const migrator = new Migrator({
    db: run.db,
    provider: { getMigrations: async () => migrations },
    migrationTableName: LATER,
    migrationLockTableName: `${LATER}_lock`,
    // Two branches of releases may have been merged.
    allowUnorderedMigrations: true,
  });
  const pending = (await migrator.getMigrations()).filter(({ executedAt }) => executedAt === undefined);
  for (const { name } of pending) {
    const file = later.find((one) => one.name === name);
    if (file) await apply(run, migrator, file);
  }
}

async function apply(run: Run, migrator: Migrator, file: MigrationFile): Promise<void> {
  if (file.needs) await refuseBesideEarlier(run.db, file.needs);
  if (file.after) await completeBackfill(run, file.after, file.name);
  for (let attempt = 1; ; attempt++) {
    const { error } = await migrator.migrateUp({ disableTransactions: !file.isInTransaction });
    if (!error) return run.log.info({ migration: file.name }, 'migrated');
    if (!gotNoLock(error)) throw new MigrationFailed(file.name, error);
    if (attempt === LOCK_ATTEMPTS) throw await neverLocked(run.db, file.name);
    run.log.warn({ migration: file.name, attempt }, 'a migration got no lock and is tried again');
    await pause(Math.min(LONGEST_PAUSE_MS, 100 * 2 ** attempt));
  }
}

function migrationOf(file: MigrationFile, version: string, isNew: boolean): Migration {
  const { name, text, isInTransaction, needs, backfill } = file;
  async function up(db: Queryable): Promise<void> {
    if (isInTransaction) {
      await sql`set local lock_timeout = ${sql.lit(LOCK_WAIT)}`.execute(db);
      await sql`set local statement_timeout = ${sql.lit(STATEMENT_TIME)}`.execute(db);
      await runText(db, text);
    } else {
      for (const statement of statementsOf({ text })) await runText(db, statement);
    }
    if (needs)
      await sql`insert into schema_needs (migration, version) values (${name}, ${needs})`.execute(db);
    if (backfill) await addBackfill(db, { name: backfill, version, isDone: isNew });
  }
  return { up };
}

async function runText(db: Queryable, text: string): Promise<void> {
  await sql.raw(text).execute(db);
}

/** Names that are recorded as applied, also those of a newer version. */
async function readApplied(db: Queryable): Promise<string[]> {
  if (!(await hasTable(db, LATER))) return [];
  const { rows } = await sql<{ name: string }>`select name from ${sql.table(LATER)}`.execute(db);
  return rows.map(({ name }) => name);
}

/** SQLSTATE of a lock that was not granted in time, and of a deadlock. */
const NO_LOCK: readonly unknown[] = ['55P03', '40P01'];
const gotNoLock = (error: unknown) =>
  error instanceof Error && 'code' in error && NO_LOCK.includes(error.code);

async function neverLocked(db: Queryable, migration: string): Promise<StartupError> {
  const { rows } = await sql<{ holder: string }>`
    select format('process %s of "%s" since %s', pid, application_name, xact_start) as holder from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and xact_start is not null
    order by xact_start limit 3`.execute(db);
  const holders = rows.map(({ holder }) => holder).join(', ') || 'none now';
  return new StartupError(
    `Migration ${migration} never got its lock. The oldest open transactions: ${holders}. End them, then start again.`,
  );
}
