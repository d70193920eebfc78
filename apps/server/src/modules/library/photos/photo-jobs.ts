import type { CustomerId } from '@keepsake/contracts/platform/ids';
import { sql } from 'kysely';
import { DAY_MS, MINUTE_MS } from '../../../platform/clock.ts';
import type { Queryable } from '../../../platform/database/database.ts';
import { DECODER_REVISION } from '../../../platform/images/image.ts';
import { addJob, addJobs, keyedTask, PRIORITY } from '../../../platform/jobs/jobs.ts';
import { deleteJobsByKey, prioritizeJobs } from '../../../platform/jobs/pending-jobs.ts';
import type { PhotoRef } from './stored-photos.ts';

/** Name of the job that makes a photo's thumbnails; payload {customerId, photoId, round, losses}. */
export const MAKE_THUMBNAILS = keyedTask('make-thumbnails', { foundBy: 'check-thumbnails' });

export const thumbnailJobKey = (photoId: string) => `thumbnails:${photoId}`;

/** Adds the job that makes a photo's thumbnails, replacing a pending one. */
export async function addThumbnailJob(
  db: Queryable,
  { customerId, photoId }: PhotoRef,
  options?: { priority?: number },
): Promise<void> {
  await addThumbnailJobs(db, [{ customerId, photoId }], options);
}

/** The same for many photos. */
export async function addThumbnailJobs(
  db: Queryable,
  photos: readonly PhotoRef[],
  options?: { priority?: number },
): Promise<void> {
  const jobs = photos.map(({ customerId, photoId }) => ({
    task: MAKE_THUMBNAILS,
    payload: { customerId, photoId },
    options: { ...options, key: thumbnailJobKey(photoId), sharedBy: customerId, needsRoom: true },
  }));
  await addJobs(db, jobs);
}

/** Lets the photos that a customer is looking at overtake every import. */
export async function prioritizeThumbnails(db: Queryable, photoIds: readonly string[]): Promise<void> {
  await prioritizeJobs(db, photoIds.map(thumbnailJobKey));
}

/**
 * Which of these deleted photos have a running job, which may write objects until it ends. Jobs that have not started are
 * removed on the way, because nothing is left for them to do.
 */
export async function findBeingThumbnailed(db: Queryable, photoIds: readonly string[]): Promise<Set<string>> {
  const running = await deleteJobsByKey(db, photoIds.map(thumbnailJobKey));
  return new Set(photoIds.filter((id) => running.has(thumbnailJobKey(id))));
}

/** Failures that say nothing about the picture: its bytes could not be read, or its worker died. */
export const PASSING_FAILURES = ['ORIGINAL_MISSING', 'NOT_PROCESSED'] as const;
export type PassingFailure = (typeof PASSING_FAILURES)[number];

/** Whether earlier decoders gave a failed photo up: these may show it. */
export const FAILED_EARLIER = sql<boolean>`coalesce(failed_by, 0) < ${DECODER_REVISION}`;

/** The first wait; each further one doubles, up to a day from round 7 on. */
const FIRST_WAIT_MS = 15 * MINUTE_MS;
const MAX_WAIT_MS = DAY_MS;
/** Pause before a photo that took down its decoder is tried again: the machine may have been short of memory. */
const DECODER_PAUSE_MS = 5_000;
export const LAST_ROUND = 8;

type Retry = {
  customerId: CustomerId;
  photoId: string;
  /** How many jobs have used up all their attempts so far. */
  round: number;
  /** How many decoders the photo has taken down in this round. */
  losses?: number;
};

/** Retries a photo that took too much time or memory after all others, even while its customer looks at it. */
export async function retryThumbnailsLast(db: Queryable, retry: Retry, now: Date): Promise<void> {
  const runAt = new Date(now.getTime() + DECODER_PAUSE_MS);
  const options = { key: thumbnailJobKey(retry.photoId), priority: PRIORITY.repeated, runAt };
  await addJob(db, MAKE_THUMBNAILS, retry, { ...options, sharedBy: retry.customerId, needsRoom: true });
}

/** Adds another job for later, in the transaction that marks the photo as failed. */
export async function retryThumbnailsLater(db: Queryable, retry: Retry, now: Date): Promise<void> {
  const wait = Math.min(MAX_WAIT_MS, FIRST_WAIT_MS * 2 ** (retry.round - 1));
  const runAt = new Date(now.getTime() + wait);
  const options = { key: thumbnailJobKey(retry.photoId), priority: PRIORITY.bulk, runAt };
  await addJob(db, MAKE_THUMBNAILS, retry, { ...options, sharedBy: retry.customerId, needsRoom: true });
}

/** Name of the job that turns a photo's thumbnails; payload {customerId, photoId}. */
export const TURN_PHOTO = keyedTask('turn-photo', { foundBy: 'check-thumbnails' });

/** From this many photos on, those who wait for a few come first. */
export const BULK_FROM = 25;

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

/** Name of the job that removes what deleted photos left behind; payload {customerId}. */
export const PURGE_PHOTOS = keyedTask('purge-photos', { foundBy: 'check-deletions' });
/** Nobody waits for it: it runs after the thumbnails of watching customers. */
export const PURGE_PRIORITY = PRIORITY.bulk;

/** Adds the job that removes a customer's deleted photos: one job, however many deletions it serves. */
export async function addPurgeJob(db: Queryable, customerId: CustomerId): Promise<void> {
  await addJob(db, PURGE_PHOTOS, { customerId }, { key: `purge:${customerId}`, priority: PURGE_PRIORITY });
}
