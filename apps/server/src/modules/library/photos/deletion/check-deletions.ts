import { sql } from 'kysely';
import type { Database } from '../../../../platform/database/database.ts';
import { addJob, type Task } from '../../../../platform/jobs/jobs.ts';
import { addLibraryDeletionJob } from './library-deletion.ts';
import { PURGE_PHOTOS, PURGE_PRIORITY, purgeJobKey } from './purge-job.ts';

const TASK = 'check-deletions';
/** Line of the crontab: every ten minutes. */
export const deletionsCron = `5,15,25,35,45,55 * * * * ${TASK}`;
/** Objects that wait this long wait for nobody: their job used up its attempts. */
const PATIENCE_MINUTES = 15;

/** Housekeeping that keeps a promise: what was asked to be deleted goes, however long the store was away. */
export function checkDeletionsTask({ db }: { db: Database }): Task {
  return {
    name: TASK,
    async handle() {
      for (const userId of await findUnpurged(db)) {
        await addJob(db, PURGE_PHOTOS, { userId }, { key: purgeJobKey(userId), priority: PURGE_PRIORITY });
      }
      for (const userId of await findStopped(db)) await addLibraryDeletionJob(db, userId);
    },
  };
}

type Row = { user_id: string };

async function findUnpurged(db: Database): Promise<string[]> {
  const { rows } = await sql<Row>`select distinct user_id from deleted_photos
    where purge_after < now() - make_interval(mins => ${PATIENCE_MINUTES})`.execute(db);
  return rows.map((row) => row.user_id);
}

async function findStopped(db: Database): Promise<string[]> {
  const { rows } = await sql<Row>`select user_id from photo_deletions where not exists (
    select from graphile_worker.jobs
    where key = 'delete-library:' || photo_deletions.user_id and attempts < max_attempts)`.execute(db);
  return rows.map((row) => row.user_id);
}
