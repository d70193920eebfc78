import { MINUTE_MS } from '@keepsake/contracts/platform/limits';
import type pg from 'pg';

/** For how long a statement may run, and a transaction may do nothing. */
export const SESSION_LIMITS = {
  statement_timeout: MINUTE_MS,
  idle_in_transaction_session_timeout: MINUTE_MS,
} as const satisfies pg.ClientConfig;

const NAMES = Object.keys(SESSION_LIMITS) as (keyof typeof SESSION_LIMITS)[];

/**
 * Makes the limits those of the role in its database. A pooler refuses them among the parameters of a connection, and what one
 * transaction sets is gone in the next: there, only what the database itself begins a connection with counts.
 */
export async function limitRole(client: pg.Client): Promise<void> {
  await client.query('begin');
  // Nodes that start at once would change the same row.
  await client.query(`select pg_advisory_xact_lock(hashtextextended('keepsake limits', 0))`);
  const { rows } = await client.query<{ database: string; settings: string[] }>(
    `select current_database() as database, coalesce((select setconfig from pg_db_role_setting
      where setdatabase = (select oid from pg_database where datname = current_database())
        and setrole = (select oid from pg_roles where rolname = current_user)), '{}') as settings`,
  );
  const { database = '', settings = [] } = rows[0] ?? {};
  const missing = NAMES.map((name) => ({ name, value: `${SESSION_LIMITS[name]}ms` })).filter(
    ({ name, value }) => !settings.includes(`${name}=${value}`),
  );
  const role = `role current_user in database ${client.escapeIdentifier(database)}`;
  for (const { name, value } of missing) await client.query(`alter ${role} set ${name} = '${value}'`);
  await client.query('commit');
}

/** Lifts the limits for a connection that migrates or audits, whatever the role's own are. */
export async function liftLimits(client: pg.ClientBase): Promise<void> {
  for (const name of NAMES) await client.query(`set ${name} = 0`);
}
