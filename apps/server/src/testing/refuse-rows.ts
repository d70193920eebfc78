import { sql } from 'kysely';
import type { Database } from '../platform/database/database.ts';

type Refused = {
  table: string;
  when: 'insert' | 'update' | 'delete';
  /** SQL over `new` and `old`. */
  condition: string;
};

/** Makes the database refuse some rows until disposed of, as an item that no code expects would. */
export async function refuseRows(
  db: Database,
  { table, when, condition }: Refused,
): Promise<AsyncDisposable> {
  await sql
    .raw(`create function refuse_rows() returns trigger language plpgsql as $$ begin
        if ${condition} then raise 'refused by a test'; end if; return coalesce(new, old); end $$;
      create trigger refuse_rows before ${when} on ${table} for each row execute function refuse_rows()`)
    .execute(db);
  return {
    async [Symbol.asyncDispose]() {
      await sql`drop function refuse_rows cascade`.execute(db);
    },
  };
}
