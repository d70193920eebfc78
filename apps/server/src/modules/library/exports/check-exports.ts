import { sql } from 'kysely';
import { HOUR_MS } from '../../../platform/durations.ts';
import type { Task } from '../../../platform/jobs/jobs.ts';
import type { Deps } from './deps.ts';
import type { ExportRow } from './export-row.ts';
import { forgetExpired } from './export-store.ts';
import { failExport } from './lay-out/lay-out-export.ts';
import { addLayOutJob, LAY_OUT_EXPORT } from './request-export.ts';

const CHECK = 'check-exports';
/** Line of the crontab: every ten minutes. */
export const exportsCron = `8,18,28,38,48,58 * * * * ${CHECK}`;
/** What customers are promised (photo-library §9). */
const PROMISED_MS = 48 * HOUR_MS;

/** Housekeeping: an export whose job was lost gets another, one that took too long is given up, old ones are forgotten. */
export function checkExportsTask(deps: Deps): Task {
  return {
    name: CHECK,
    async handle() {
      const now = deps.clock();
      for (const row of await findStopped(deps)) {
        const isLate = now.getTime() - row.created_at.getTime() > PROMISED_MS;
        if (isLate) await failExport(deps, { userId: row.user_id, exportId: row.id });
        else await addLayOutJob(deps.db, row);
      }
      await forgetExpired(deps.db, now);
    },
  };
}

/** Exports that wait for a job that is not there, or that has used up its attempts. */
async function findStopped({ db }: Pick<Deps, 'db'>): Promise<ExportRow[]> {
  const { rows } = await sql<ExportRow>`select * from photo_exports
    where status in ('REQUESTED', 'IN_PROGRESS') and not exists (
      select from graphile_worker.jobs
      where key = ${LAY_OUT_EXPORT} || ':' || photo_exports.id and attempts < max_attempts)`.execute(db);
  return rows;
}
