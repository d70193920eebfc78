import type { CustomerId } from '@keepsake/contracts/platform/ids';
import { sql } from 'kysely';
import type { Database } from '../../../platform/database/database.ts';
import { actOnEach } from '../../../platform/each-item.ts';
import { type Cron, PATIENCE_MINUTES, PRIORITY, type Task } from '../../../platform/jobs/jobs.ts';
import { addLibraryDeletionJob } from './delete-library.ts';
import type { Deps } from './deps.ts';
import { markFailedTemporarily } from './note-damage.ts';
import { addPurgeJob } from './purge-photos.ts';
import { addThumbnailJob, FAILED_EARLIER, PASSING_FAILURES } from './thumbnail-jobs.ts';

const CHECK_THUMBNAILS = 'check-thumbnails';
const CHECK_DELETIONS = 'check-deletions';
export const CHECK_CRONS: readonly Cron[] = [
  { task: CHECK_THUMBNAILS, at: '*/10 * * * *' },
  { task: CHECK_DELETIONS, at: '5,15,25,35,45,55 * * * *' },
];

/** A job that waits longer was scheduled by a clock that was ahead, as was a photo that comes from the future. */
const LONGEST_WAIT_HOURS = 25;
const BATCH = 500;

type Stalled = {
  customerId: CustomerId;
  photoId: string;
  objectKey: string;
  isDead: boolean;
  /** Whether earlier decoders gave it up for good. */
  isGivenUp: boolean;
};

/**
 * Housekeeping: every photo gets its thumbnails or a reason why not, and is retried while the reason may be temporary. A photo
 * without a job gets one, and so does one that decoders of an earlier release gave up. If its job was killed with its worker too
 * often, the photo is shown as failed and retried later.
 */
export function checkThumbnailsTask({ db, clock, log }: Pick<Deps, 'db' | 'clock' | 'log'>): Task {
  const resume = async (photo: Stalled) => {
    if (photo.isDead) await markFailedTemporarily(db, photo, { failure: 'NOT_PROCESSED', now: clock() });
    else await addThumbnailJob(db, photo, { priority: PRIORITY.bulk });
  };
  return {
    name: CHECK_THUMBNAILS,
    waitsForReconcile: false,
    async handle() {
      const stalled = await findStalled(db, clock());
      await actOnEach(stalled, resume, {
        log,
        message: 'a photo without thumbnails could not be resumed',
        context: ({ photoId }) => ({ photoId }),
      });
      const photos = stalled.filter(({ isGivenUp }) => isGivenUp).length;
      if (photos > 0) log.info({ photos }, 'photos that earlier decoders could not show are tried again');
    },
  };
}

async function findStalled(db: Database, now: Date): Promise<Stalled[]> {
  const { rows } = await sql<Stalled>`
    select photos.user_id as "customerId", photos.id as "photoId", object_key as "objectKey",
      coalesce(job.attempts >= job.max_attempts, false) as "isDead",
      thumbnail_state = 'failure' and not failure = any(${PASSING_FAILURES}::text[]) as "isGivenUp"
    from photos left join graphile_worker.jobs as job on job.key = 'thumbnails:' || photos.id
    where (thumbnail_state = 'loading' or (thumbnail_state = 'failure' and (failure = any(${PASSING_FAILURES}::text[]) or ${FAILED_EARLIER})))
      and (photos.created_at < ${now}::timestamptz - make_interval(mins => ${PATIENCE_MINUTES})
        or photos.created_at > ${now}::timestamptz + make_interval(mins => ${PATIENCE_MINUTES}))
      and (job.id is null or job.locked_at is null
        and (job.attempts >= job.max_attempts or job.run_at > now() + make_interval(hours => ${LONGEST_WAIT_HOURS})))
    limit ${BATCH}`.execute(db);
  return rows;
}

/** Housekeeping: deletions are completed, however long the store was away. */
export function checkDeletionsTask({ db }: Pick<Deps, 'db'>): Task {
  return {
    name: CHECK_DELETIONS,
    waitsForReconcile: false,
    async handle() {
      for (const customerId of await findUnpurged(db)) await addPurgeJob(db, customerId);
      for (const customerId of await findStopped(db)) await addLibraryDeletionJob(db, customerId);
    },
  };
}

type Row = { user_id: CustomerId };

async function findUnpurged(db: Database): Promise<CustomerId[]> {
  const { rows } =
    await sql<Row>`select distinct user_id from deleted_photos where purge_after < now() - make_interval(mins => ${PATIENCE_MINUTES})
    union select user_id from deleted_batches where added_at < now() - make_interval(mins => ${PATIENCE_MINUTES})`.execute(
      db,
    );
  return rows.map((row) => row.user_id);
}

async function findStopped(db: Database): Promise<CustomerId[]> {
  const { rows } = await sql<Row>`select user_id from photo_deletions where not exists (
    select from graphile_worker.jobs
    where key = 'delete-library:' || photo_deletions.user_id and attempts < max_attempts)`.execute(db);
  return rows.map((row) => row.user_id);
}
