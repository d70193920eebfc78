import type { Database } from '../../../platform/database/database.ts';
import { deleteJobs, listJobs } from '../../../platform/jobs/pending-jobs.ts';
import type { Recovery } from '../../../platform/recovery/recovery.ts';

/**
 * After a restore: links that were requested before the backup and not written yet are not mailed, because they were written since,
 * with tokens that the database has forgotten. Whoever needs one requests it again.
 */
export function linkRecovery({ db }: { db: Database }, task: string): Recovery {
  return {
    async plan({ epochs, until }) {
      if (epochs.status === 'recovered') return [];
      const jobs = (await listJobs(db, task)).filter(({ createdAt }) => createdAt <= until);
      if (jobs.length === 0) return [];
      const apply = () =>
        deleteJobs(
          db,
          jobs.map(({ id }) => id),
        );
      const notified = 'links requested before the backup are not mailed: who needs one requests it again';
      return [
        { notified, items: jobs.map(({ createdAt }) => `requested ${createdAt.toISOString()}`), apply },
      ];
    },
  };
}
