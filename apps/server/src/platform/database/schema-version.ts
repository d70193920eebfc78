import { sql } from 'kysely';
import manifest from '../../../package.json' with { type: 'json' };
import { StartupError } from '../startup-error.ts';
import type { Queryable } from './database.ts';
import type { MigrationFile } from './migration-files.ts';

/** The release that this tree belongs to, such as `0.2.0`; between two releases the earlier one. */
export const VERSION: string = manifest.version;

type Reading = { files: readonly MigrationFile[]; version: string };

/** Throws StartupError if a newer version applied a migration that nodes of this version cannot work with. */
export async function refuseIfTooOld(db: Queryable, { files, version }: Reading): Promise<void> {
  if (!(await hasTable(db, 'schema_needs'))) return;
  const { rows } = await sql<{ migration: string; version: string }>`
    select migration, version from schema_needs order by migration`.execute(db);
  const existing = new Set(files.map(({ name }) => name));
  const needed = rows.find((row) => !existing.has(row.migration) && isEarlier(version, row.version));
  if (!needed) return;
  throw new StartupError(
    `The database needs Keepsake ${needed.version} or newer since migration ${needed.migration}, and this is ${version}: install that.`,
  );
}

/** Throws StartupError while nodes are connected that cannot work once a migration is applied. */
export async function refuseBesideEarlier(db: Queryable, needs: string): Promise<void> {
  const earlier = (await readNodes(db)).filter((version) => isEarlier(version, needs));
  if (earlier.length === 0) return;
  throw new StartupError(
    `Nodes of Keepsake ${[...new Set(earlier)].join(', ')} are connected, and this version leaves them nothing to work with: ` +
      `bring all of them to ${needs} first.`,
  );
}

/** The versions of the nodes that are connected: each has one connection that listens. Those of 0.2.0 name none. */
export async function readNodes(db: Queryable): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select application_name as name from pg_stat_activity
    where datname = current_database() and application_name like 'keepsake listen%'`.execute(db);
  return rows.map(({ name }) => name.replace('keepsake listen', '').trim() || '0.2.0');
}

/** Whether a node of 0.2.0 is connected. */
export async function isFirstReleaseConnected(db: Queryable): Promise<boolean> {
  const { rows } = await sql`select from pg_stat_activity
    where datname = current_database() and application_name = 'keepsake listen'`.execute(db);
  return rows.length > 0;
}

/** Whether a table exists in the schema that we use. */
export async function hasTable(db: Queryable, name: string): Promise<boolean> {
  const statement = sql<{ is_there: boolean }>`select to_regclass(${name}) is not null as is_there`;
  return (await statement.execute(db)).rows[0]?.is_there ?? false;
}

/** Whether a release came before another one, both as in `0.2.0`. */
export const isEarlier = (one: string, other: string): boolean =>
  one.localeCompare(other, 'en', { numeric: true }) < 0;
