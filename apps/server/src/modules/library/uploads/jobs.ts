import { sql } from 'kysely';
import type { Database } from '../../../platform/database/database.ts';
import { BATCH, type Cron, type Task } from '../../../platform/jobs/jobs.ts';
import type { Deps } from './deps.ts';
import { PURGE_AFTER_MS, REMEMBERED_FOR_MS } from './rules.ts';
import { forgetKeys, refOf, UPLOAD_COLUMNS, type UploadRef, type UploadRow } from './store.ts';

const FORGET = 'clean-up-uploads';
/** Together with the grace period of closed uploads, what they leave behind is gone within the hour. */
export const FORGET_CRON: Cron = { task: FORGET, at: '7,27,47 * * * *' };
/**
 * Expires uploads without progress, purges objects that became no photo, and deletes uploads closed long ago. A photo's own
 * object is no longer among the upload's keys, so nothing here can touch it.
 */
export function forgetUploadsTask(deps: Pick<Deps, 'db' | 'objects' | 'clock' | 'log'>): Task {
  return {
    name: FORGET,
    waitsForReconcile: false,
    async handle() {
      // A restored database does not know of photos made from these uploads since.
      if (!(await deps.objects.mayRemove())) return;
      const now = deps.clock();
      await expireUploads(deps.db, now);
      for (const upload of await findUnpurged(deps.db, new Date(now.getTime() - PURGE_AFTER_MS))) {
        const isPurged = await purgeUpload(deps, refOf(upload), upload.issued_keys);
        if (isPurged) await forgetKeys(deps.db, refOf(upload));
      }
      await forgetUploads(deps.db, new Date(now.getTime() - REMEMBERED_FOR_MS));
    },
  };
}

async function expireUploads(db: Database, now: Date): Promise<void> {
  await db
    .updateTable('uploads')
    .set({ state: 'expired', closed_at: now, pieces: [], lock_token: null, lock_until: null })
    .where('state', '=', 'open')
    .where('expires_at', '<=', now)
    .where(sql<boolean>`(lock_until is null or lock_until <= now())`)
    .execute();
}

async function findUnpurged(db: Database, before: Date): Promise<UploadRow[]> {
  return db
    .selectFrom('uploads')
    .select(UPLOAD_COLUMNS)
    .where('state', '<>', 'open')
    .where('closed_at', '<=', before)
    .where(sql<boolean>`cardinality(issued_keys) > 0`)
    .limit(BATCH)
    .execute();
}

async function forgetUploads(db: Database, before: Date): Promise<void> {
  await db
    .deleteFrom('uploads')
    .where('state', '<>', 'open')
    .where('closed_at', '<=', before)
    .where(sql<boolean>`cardinality(issued_keys) = 0`)
    .execute();
}

/**
 * Removes the objects that a closed upload left behind. Their keys stay in its row until nobody can store them any more: a node
 * that was asleep may yet do so. Failure is harmless: forgetUploadsTask repeats it.
 */
export async function purgeUpload(
  { objects, log }: Pick<Deps, 'objects' | 'log'>,
  { uploadId }: UploadRef,
  keys: readonly string[],
): Promise<boolean> {
  if (keys.length === 0) return true;
  try {
    return await objects.remove(keys);
  } catch (error) {
    log.warn({ err: error, uploadId }, 'objects of an upload wait to be purged');
    return false;
  }
}
