import type { Queryable } from '../../../platform/database/database.ts';
import { addJobs, keyedTask, PRIORITY } from '../../../platform/jobs/jobs.ts';
import type { PhotoRef } from './stored-photos.ts';

/** Name of the job that turns a photo's thumbnails; payload {customerId, photoId}. */
export const TURN_PHOTO = keyedTask('turn-photo', { foundBy: 'check-thumbnails' });

/** From so many on, those who wait for a few photos come first. */
const BULK_FROM = 25;

/** Adds the jobs that turn photos' thumbnails, in the transaction that says how; pending ones are replaced. */
export async function addTurnJobs(trx: Queryable, photos: readonly PhotoRef[]): Promise<void> {
  const priority = photos.length < BULK_FROM ? PRIORITY.interactive : PRIORITY.bulk;
  await addJobs(
    trx,
    photos.map(({ customerId, photoId }) => ({
      task: TURN_PHOTO,
      payload: { customerId, photoId },
      options: { priority, key: `turn:${photoId}`, sharedBy: customerId, needsRoom: true },
    })),
  );
}
