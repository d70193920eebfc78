import { sql } from 'kysely';
import type { Database } from '../../../platform/database/database.ts';
import type { Recovery } from '../../../platform/recovery/recovery.ts';

/**
 * After a restore: links that were requested before the backup and not written yet are not mailed, because they were written since,
 * with tokens that the database has forgotten. Whoever needs one requests it again.
 */
export function linkRecovery({ db }: { db: Database }, task: string): Recovery {
  return {
    async plan({ epochs, until }) {
      if (epochs.status === 'recovered') return [];
      const { rows } = await sql<{ id: string; at: Date }>`
        select id::text, created_at as at from graphile_worker.jobs
        where task_identifier = ${task} and created_at <= ${until} order by id`.execute(db);
      if (rows.length === 0) return [];
      const ids = rows.map(({ id }) => id);
      const apply = async () => {
        await sql`select graphile_worker.complete_jobs(${ids}::bigint[])`.execute(db);
      };
      const notified = 'links requested before the backup are not mailed: who needs one requests it again';
      return [{ notified, items: rows.map(({ at }) => `requested ${at.toISOString()}`), apply }];
    },
  };
}
