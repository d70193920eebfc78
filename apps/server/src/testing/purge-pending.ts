import { sql } from 'kysely';
import { expect } from 'vitest';
import type { Database } from '../platform/database/database.ts';

/** Has the purge run on a node as if an hour had passed, then again as if a week had. */
export async function purgePending(db: Database): Promise<void> {
  await expect
    .poll(
      async () => {
        await sql`update pending_objects set remove_after = now()`.execute(db);
        await sql`select graphile_worker.add_job('purge-order-files', job_key => 'purge-order-files')`.execute(
          db,
        );
        return (await db.selectFrom('pending_objects').selectAll().execute()).length;
      },
      { timeout: 60_000, interval: 50 },
    )
    .toBe(0);
}
