import { sql } from 'kysely';
import type { Queryable } from '../database/database.ts';
import { mentions } from '../database/mentions.ts';

/** Deletes the jobs whose payload or error mentions one of these names, including dead ones but not running ones. */
export async function deleteJobsAbout(db: Queryable, names: readonly string[]): Promise<void> {
  const isNamed = sql.join(
    [mentions(sql`payload::text`, names), mentions(sql`last_error`, names)],
    sql` or `,
  );
  await sql`select graphile_worker.complete_jobs(array(
    select id from graphile_worker._private_jobs where locked_at is null and (${isNamed})
  ))`.execute(db);
}
