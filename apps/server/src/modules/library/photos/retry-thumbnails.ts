import type { Queryable } from '../../../platform/database/database.ts';
import { DAY_MS, MINUTE_MS } from '../../../platform/durations.ts';
import { addJob, PRIORITY } from '../../../platform/jobs/jobs.ts';
import { MAKE_THUMBNAILS, thumbnailJobKey } from './thumbnail-job.ts';

/** Failures that say nothing of the picture: its bytes could not be had, or its worker did not live to tell. */
export const PASSING_FAILURES = ['ORIGINAL_MISSING', 'NOT_PROCESSED'] as const;
export type PassingFailure = (typeof PASSING_FAILURES)[number];

/** The first wait; every further one is twice as long, up to a day (round 7 and later). */
const FIRST_WAIT_MS = 15 * MINUTE_MS;
const LONGEST_WAIT_MS = DAY_MS;
export const LAST_ROUND = 8;

type Retry = {
  userId: string;
  photoId: string;
  /** How often all attempts of a job were used up before. */
  round: number;
};

/** Asks for a photo's thumbnails once more, later: in the transaction that shows the photo as failed. */
export async function retryThumbnailsLater(db: Queryable, retry: Retry, now: Date): Promise<void> {
  const wait = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** (retry.round - 1));
  const runAt = new Date(now.getTime() + wait);
  const options = { key: thumbnailJobKey(retry.photoId), priority: PRIORITY.bulk, runAt };
  await addJob(db, MAKE_THUMBNAILS, retry, options);
}
