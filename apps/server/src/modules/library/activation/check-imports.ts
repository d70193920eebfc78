import { sql } from 'kysely';
import type { Task } from '../../../platform/jobs/jobs.ts';
import { addImportJob, IMPORT_LIBRARY } from './activation.ts';
import type { Deps } from './deps.ts';

const CHECK = 'check-imports';
/** Line of the crontab: every ten minutes. */
export const activationCron = `3,13,23,33,43,53 * * * * ${CHECK}`;

/** Housekeeping: an import whose job was lost, or died with its attempts, gets another. */
export function checkImportsTask({ db }: Deps): Task {
  return {
    name: CHECK,
    async handle() {
      const { rows } = await sql<{ user_id: string }>`select user_id from library_imports
        where ended_at is null and not exists (
          select from graphile_worker.jobs
          where key = ${IMPORT_LIBRARY} || ':' || library_imports.user_id and attempts < max_attempts)`.execute(
        db,
      );
      for (const { user_id } of rows) await addImportJob(db, user_id);
    },
  };
}
