import { sql } from 'kysely';
import pg from 'pg';
import type { Database } from '../platform/database/database.ts';

/** Where writers are stopped: a table, and the statement that reaches it, such as `insert` or `update of picture_key`. */
export type Stop = { table: string; at: string };

/** Makes writers wait at these stops while a test closes one. Who has passed one holds no lock that another needs. */
export async function makeStops(db: Database, stops: readonly Stop[]): Promise<void> {
  await sql`create function wait_at_stop() returns trigger language plpgsql as $$
    begin
      perform pg_advisory_lock_shared(tg_relid::bigint);
      perform pg_advisory_unlock_shared(tg_relid::bigint);
      return new;
    end $$`.execute(db);
  for (const { table, at } of stops)
    await sql`create trigger wait_at_stop before ${sql.raw(at)} on ${sql.table(table)}
      for each row execute function wait_at_stop()`.execute(db);
}

/** Closes the stop of a table until disposed of. */
export async function closeStop(databaseUrl: string, table: string) {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query('select pg_advisory_lock($1::regclass::oid::bigint)', [table]);
  return {
    /** Whether a writer waits there. */
    async isReached(): Promise<boolean> {
      const { rows } = await client.query(
        `select from pg_locks where locktype = 'advisory' and not granted and objid = $1::regclass::oid
          and database = (select oid from pg_database where datname = current_database())`,
        [table],
      );
      return rows.length > 0;
    },
    [Symbol.asyncDispose]: () => client.end(),
  };
}
