import type { Queryable } from '../../../platform/database/database.ts';
import { addJob, type Cron, PRIORITY, type Task } from '../../../platform/jobs/jobs.ts';
import type { Deps } from './deps.ts';
import { keysOf } from './pictures.ts';

/** Files of one turn. */
const BATCH = 500;
const PURGE_FILES = 'purge-order-files';
/** The purge is asked for when there is something to do; once a day it takes up what a closed store left. */
export const PURGE_FILES_CRON: Cron = { task: PURGE_FILES, at: '51 3 * * *' };

export type Removed = { userId: string; id: string; objectKey: string; purpose: string };

/** Has the objects of files removed whose rows are gone, once the transaction commits; pictures have the purpose `thumbnail` or `page`. */
export async function removeLater(trx: Queryable, files: readonly Removed[], now: Date): Promise<void> {
  if (files.length === 0) return;
  await trx
    .insertInto('deleted_order_files')
    .values(
      files.map(({ userId, id, objectKey, purpose }) => ({
        user_id: userId,
        id,
        object_key: objectKey,
        purpose,
        deleted_at: now,
      })),
    )
    .execute();
  await addPurgeJob(trx);
}

async function addPurgeJob(db: Queryable): Promise<void> {
  await addJob(db, PURGE_FILES, {}, { key: PURGE_FILES, priority: PRIORITY.bulk });
}

/** Removes the objects of files that were replaced or erased, then their rows. A kill at any point only delays it. */
export function purgeFilesTask({ db, objects }: Pick<Deps, 'db' | 'objects'>): Task {
  return {
    name: PURGE_FILES,
    async handle() {
      const files = await db
        .selectFrom('deleted_order_files')
        .select(['user_id', 'id', 'object_key', 'purpose'])
        .limit(BATCH)
        .execute();
      const keys = files.flatMap(({ object_key: objectKey, purpose }) => keysOf({ purpose, objectKey }));
      if (!(await objects.remove(keys))) return;
      for (const { user_id, id } of files) {
        await db
          .deleteFrom('deleted_order_files')
          .where('user_id', '=', user_id)
          .where('id', '=', id)
          .execute();
      }
      if (files.length === BATCH) await addPurgeJob(db);
    },
  };
}
