import { sql } from 'kysely';
import type { Clock } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/database/database.ts';
import { addJob, PRIORITY, type Task } from '../../../platform/jobs/jobs.ts';
import { push } from '../../../platform/push.ts';
import { recordFailure } from './record-image.ts';
import { LAST_ROUND, PASSING_FAILURES, retryThumbnailsLater } from './retry-thumbnails.ts';
import { MAKE_THUMBNAILS, thumbnailJobKey } from './thumbnail-job.ts';

const TASK = 'check-thumbnails';
/** Line of the crontab: every ten minutes. */
export const photosCron = `*/10 * * * * ${TASK}`;
/** A photo that waits this long has a job that waits too, or none at all. */
const PATIENCE_MINUTES = 15;
const BATCH = 500;

type Forgotten = PhotoRef & { objectKey: string; isDead: boolean };
type PhotoRef = { userId: string; photoId: string };

/**
 * Housekeeping that keeps a promise: every photo has its thumbnails or says why not, and while the reason may pass it is
 * tried again. A photo without a job gets one; one whose job was killed with its worker as often as it may be tried is
 * shown as failed, and given a rest.
 */
export function checkThumbnailsTask({ db, clock }: { db: Database; clock: Clock }): Task {
  return {
    name: TASK,
    async handle() {
      for (const photo of await findForgotten(db, clock())) {
        if (photo.isDead) await giveUpForNow(db, photo, clock());
        else await askAgain(db, photo);
      }
    },
  };
}

async function findForgotten(db: Database, now: Date): Promise<Forgotten[]> {
  const { rows } = await sql<Forgotten>`
    select photos.user_id as "userId", photos.id as "photoId", object_key as "objectKey",
      coalesce(job.attempts >= job.max_attempts, false) as "isDead"
    from photos left join graphile_worker.jobs as job on job.key = 'thumbnails:' || photos.id
    where (thumbnail_state = 'loading' or (thumbnail_state = 'failure' and failure = any(${PASSING_FAILURES}::text[])))
      and photos.created_at < ${now}::timestamptz - make_interval(mins => ${PATIENCE_MINUTES})
      and (job.id is null or (job.attempts >= job.max_attempts and job.locked_at is null))
    limit ${BATCH}`.execute(db);
  return rows;
}

async function askAgain(db: Database, { userId, photoId }: PhotoRef): Promise<void> {
  const options = { key: thumbnailJobKey(photoId), priority: PRIORITY.bulk };
  await addJob(db, MAKE_THUMBNAILS, { userId, photoId }, options);
}

async function giveUpForNow(db: Database, photo: Forgotten, now: Date): Promise<void> {
  const { userId, photoId } = photo;
  await db.transaction().execute(async (trx) => {
    if (!(await recordFailure(trx, photo, 'NOT_PROCESSED'))) return;
    await retryThumbnailsLater(trx, { userId, photoId, round: LAST_ROUND }, now);
    await push(trx, userId, { type: 'photos-changed', data: { change: 'failed', photoIds: [photoId] } }, now);
  });
}
