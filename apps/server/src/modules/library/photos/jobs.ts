import type { CustomerId } from '@keepsake/contracts/platform/ids';
import { sql } from 'kysely';
import { type Cron, PATIENCE_MINUTES, PRIORITY, type Task } from '../../../platform/jobs/jobs.ts';
import { LONGEST_WAIT_MINUTES, resumeStalled, type Stalled } from '../../../platform/jobs/stalled-work.ts';
import { addLibraryDeletionJob } from './delete-library.ts';
import type { Deps } from './deps.ts';
import { markFailedTemporarily } from './note-damage.ts';
import { addPurgeJob, addThumbnailJob, addTurnJobs, FAILED_EARLIER, PASSING_FAILURES } from './photo-jobs.ts';
import { addRestorationJob } from './restore-removals.ts';
import type { PhotoRef } from './stored-photos.ts';

const CHECK_THUMBNAILS = 'check-thumbnails';
const CHECK_DELETIONS = 'check-deletions';
export const CHECK_CRONS: readonly Cron[] = [
  { task: CHECK_THUMBNAILS, at: '*/10 * * * *' },
  { task: CHECK_DELETIONS, at: '5,15,25,35,45,55 * * * *' },
];

type WaitingPhoto = {
  customerId: CustomerId;
  photoId: string;
  objectKey: string;
  jobKey: string;
  /** Whether earlier decoders gave it up for good. */
  isGivenUp: boolean;
};

/**
 * Housekeeping: every photo gets its thumbnails or a reason why not, and is retried while the reason may be temporary. A photo
 * without a job gets one, and so does one that decoders of an earlier release gave up. If its job was killed with its worker too
 * often, the photo is shown as failed and retried later.
 */
export function checkThumbnailsTask(deps: Pick<Deps, 'db' | 'clock' | 'log'>): Task {
  const { db, clock, log } = deps;
  const resume = async (photo: Stalled<WaitingPhoto>) => {
    if (photo.isDead) await markFailedTemporarily(db, photo, { failure: 'NOT_PROCESSED', now: clock() });
    else await addThumbnailJob(db, photo, { priority: PRIORITY.bulk });
  };
  return {
    name: CHECK_THUMBNAILS,
    waitsForReconcile: false,
    async handle() {
      const waiting = waitingPhotosSql(clock());
      // A photo that failed does not say when it is tried again.
      const stalled = await resumeStalled(deps, {
        waiting,
        resume,
        longestWaitMinutes: LONGEST_WAIT_MINUTES,
      });
      await resumeStalled(deps, {
        waiting: WAITING_TURNS,
        resume: (photo) => addTurnJobs(db, [photo]),
      });
      const photos = stalled.filter(({ isGivenUp }) => isGivenUp).length;
      if (photos > 0) log.info({ photos }, 'photos that earlier decoders could not show are tried again');
    },
  };
}

/** Selects the photos without thumbnails that may get some. One from the future was added by a clock that was ahead. */
const waitingPhotosSql = (now: Date) => sql<WaitingPhoto>`
  select user_id as "customerId", id as "photoId", object_key as "objectKey", 'thumbnails:' || id as "jobKey",
    thumbnail_state = 'failure' and not failure = any(${PASSING_FAILURES}::text[]) as "isGivenUp"
  from photos
  where (thumbnail_state = 'loading' or (thumbnail_state = 'failure' and (failure = any(${PASSING_FAILURES}::text[]) or ${FAILED_EARLIER})))
    and (created_at < ${now}::timestamptz - make_interval(mins => ${PATIENCE_MINUTES})
      or created_at > ${now}::timestamptz + make_interval(mins => ${PATIENCE_MINUTES}))`;

/** Selects the photos whose thumbnails are yet to be turned. */
const WAITING_TURNS = sql<PhotoRef & { jobKey: string }>`
  select user_id as "customerId", id as "photoId", 'turn:' || id as "jobKey"
  from photos where turn <> shown_turn and thumbnail_state = 'success'`;

type WaitingCustomer = { customerId: CustomerId; jobKey: string };

const waitingPurgesSql = (now: Date) => sql<WaitingCustomer>`
  select user_id as "customerId", 'purge:' || user_id as "jobKey" from (
    select user_id from deleted_photos where purge_after < now() - make_interval(mins => ${PATIENCE_MINUTES})
    union select user_id from deleted_batches where added_at < now() - make_interval(mins => ${PATIENCE_MINUTES})
    union select user_id from photo_removals where restorable_until <= ${now}::timestamptz and restoring_since is null
  ) as deleted`;
const WAITING_DELETIONS = sql<WaitingCustomer>`
  select user_id as "customerId", 'delete-library:' || user_id as "jobKey" from photo_deletions`;

const WAITING_RESTORATIONS = sql<WaitingCustomer>`
  select distinct user_id as "customerId", 'restore-removals:' || user_id as "jobKey" from photo_removals
  where restoring_since is not null`;

/** Housekeeping: deletions are completed, however long the store was away, and become final when their time is over; others come back. */
export function checkDeletionsTask(deps: Pick<Deps, 'db' | 'clock' | 'log'>): Task {
  const { db, clock } = deps;
  return {
    name: CHECK_DELETIONS,
    waitsForReconcile: false,
    async handle() {
      await resumeStalled(deps, {
        waiting: waitingPurgesSql(clock()),
        resume: ({ customerId }) => addPurgeJob(db, customerId),
      });
      await resumeStalled(deps, {
        waiting: WAITING_DELETIONS,
        resume: ({ customerId }) => addLibraryDeletionJob(db, customerId),
      });
      await resumeStalled(deps, {
        waiting: WAITING_RESTORATIONS,
        resume: ({ customerId }) => addRestorationJob(db, customerId),
      });
    },
  };
}
