import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { runMigrations } from 'graphile-worker';
import { Kysely, PostgresDialect, sql } from 'kysely';
import { type Migration, type MigrationProvider, Migrator } from 'kysely/migration';
import pg from 'pg';

const MIGRATIONS = path.resolve(import.meta.dirname, '../../migrations');

/**
 * Migrates a database to the newest schema, the job queue's and ours. All or nothing, and under a lock so that many nodes may
 * start at once. Throws the error of the failing statement.
 */
export async function migrateDatabase(url: string, folder = MIGRATIONS): Promise<void> {
  const pool = new pg.Pool({ connectionString: url, max: 2 });
  // A connection that fails in use rejects its query; an idle one that fails does not matter here.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) });
  try {
    await runMigrations({ pgPool: pool });
    const { error } = await new Migrator({ db, provider: sqlFiles(folder) }).migrateToLatest();
    if (error) throw error;
  } finally {
    await db.destroy();
  }
}

/** `NNNN-what.sql` files in the order of their names. An applied file is never edited. */
const sqlFiles = (folder: string): MigrationProvider => ({
  async getMigrations() {
    const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort();
    const entries = names.map(async (name): Promise<[string, Migration]> => {
      const text = await readFile(path.join(folder, name), 'utf8');
      return [path.basename(name, '.sql'), { up: async (db) => void (await sql.raw(text).execute(db)) }];
    });
    return Object.fromEntries(await Promise.all(entries));
  },
});
