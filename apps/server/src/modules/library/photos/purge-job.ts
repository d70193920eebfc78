import type { CustomerId } from '@keepsake/contracts/platform/ids';
import type { Queryable } from '../../../platform/database/database.ts';
import { addJob, keyedTask, PRIORITY } from '../../../platform/jobs/jobs.ts';

/** Name of the job that removes what deleted photos left behind; payload {customerId}. */
export const PURGE_PHOTOS = keyedTask('purge-photos', { foundBy: 'check-deletions' });
/** Nobody waits for it: it runs after the thumbnails of watching customers. */
export const PURGE_PRIORITY = PRIORITY.bulk;

/** Adds the job that removes a customer's deleted photos: one job, however many deletions it serves. */
export async function addPurgeJob(db: Queryable, customerId: CustomerId): Promise<void> {
  await addJob(db, PURGE_PHOTOS, { customerId }, { key: `purge:${customerId}`, priority: PURGE_PRIORITY });
}
