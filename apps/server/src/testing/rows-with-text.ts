import { sql } from 'kysely';
import type { Database } from '../platform/database/database.ts';

/**
 * Every row of the database that contains a text without quotes or backslashes, as JSON, jobs included. Searches rows in
 * PostgreSQL's own text format, which takes a tenth of the time of searching their JSON.
 */
export async function readRowsWithText(db: Database, text: string): Promise<string[]> {
  const { rows: tables } = await sql<{ name: string }>`
    select format('%I.%I', n.nspname, c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind = 'r' and (n.nspname = 'public' or (n.nspname = 'graphile_worker' and c.relname = '_private_jobs'))
    order by 1`.execute(db);
  const selects = tables.map(({ name }) => {
    const row = sql`${name}::text || ' ' || to_jsonb(t)::text as row`;
    return sql`select ${row} from ${sql.raw(name)} t where t::text like ${`%${text}%`}`;
  });
  const { rows } = await sql<{ row: string }>`${sql.join(selects, sql` union all `)} order by 1`.execute(db);
  return rows.map(({ row }) => row);
}
