import type { Queryable } from '../../../platform/database/database.ts';
import { addJob, type Cron, keyedTask, PRIORITY, type Task } from '../../../platform/jobs/jobs.ts';
import type { Deps } from './deps.ts';
import { keysOf } from './pictures.ts';

/** Files per batch. */
const BATCH = 500;
/** Rows per statement. */
const MAX_ROWS = 1_000;
const PURGE_FILES = keyedTask('purge-order-files', { foundBy: 'purge-order-files' });
/** The purge is requested whenever there is something to do; once a day it resumes what a closed store left over. */
export const PURGE_FILES_CRON: Cron = { task: PURGE_FILES, at: '51 3 * * *' };

export type Removed = { userId: string; id: string; objectKey: string; purpose: string };

/**
 * Has the objects of deleted file rows removed, once the transaction commits; pictures have the purpose `thumbnail` or `page`.
 */
export async function removeLater(trx: Queryable, files: readonly Removed[], now: Date): Promise<void> {
  if (files.length === 0) return;
  for (let start = 0; start < files.length; start += MAX_ROWS) {
    await trx
      .insertInto('deleted_order_files')
      .values(
        files.slice(start, start + MAX_ROWS).map(({ userId, id, objectKey, purpose }) => ({
          user_id: userId,
          id,
          object_key: objectKey,
          purpose,
          deleted_at: now,
        })),
      )
      .execute();
  }
  await addPurgeJob(trx);
}

async function addPurgeJob(db: Queryable): Promise<void> {
  await addJob(db, PURGE_FILES, {}, { key: PURGE_FILES, priority: PRIORITY.bulk });
}

/** Removes the objects of files that were replaced or erased, then their rows. A kill at any point only delays it. */
export function purgeFilesTask(deps: Pick<Deps, 'db' | 'objects'>): Task {
  return {
    name: PURGE_FILES,
    async handle() {
      if ((await purgeSome(deps)) === BATCH) await addPurgeJob(deps.db);
    },
  };
}

/** Removes the objects of a customer's files now; false while the store removes nothing. */
export async function purgeFilesOf(deps: Pick<Deps, 'db' | 'objects'>, userId: string): Promise<boolean> {
  let purged: number | null = BATCH;
  while (purged === BATCH) purged = await purgeSome(deps, userId);
  return purged !== null;
}

/** Purges a batch of files, of everybody unless a customer is given; null while the store removes nothing. */
async function purgeSome(
  { db, objects }: Pick<Deps, 'db' | 'objects'>,
  userId?: string,
): Promise<number | null> {
  const all = db.selectFrom('deleted_order_files').select(['user_id', 'id', 'object_key', 'purpose']);
  const files = await (userId ? all.where('user_id', '=', userId) : all).limit(BATCH).execute();
  const keys = files.flatMap(({ object_key: objectKey, purpose }) => keysOf({ purpose, objectKey }));
  if (!(await objects.remove(keys))) return null;
  for (const { user_id, id } of files) {
    await db.deleteFrom('deleted_order_files').where('user_id', '=', user_id).where('id', '=', id).execute();
  }
  return files.length;
}
