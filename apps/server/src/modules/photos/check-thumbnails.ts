import { sql } from 'kysely';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database/database.ts';
import { addJob, PRIORITY, type Task } from '../../platform/jobs/jobs.ts';
import { push } from '../../platform/push/push-hub.ts';
import { recordFailure } from './record-image.ts';
import { MAKE_THUMBNAILS, thumbnailJobKey } from './thumbnail-job.ts';

const TASK = 'check-thumbnails';
/** Line of the crontab: every ten minutes. */
export const photosCron = `*/10 * * * * ${TASK}`;
/** A photo that waits this long has a job that waits too, or none at all. */
const PATIENCE_MINUTES = 15;
const BATCH = 500;

type Forgotten = { user_id: string; id: string; is_dead: boolean };

/**
 * Housekeeping that keeps a promise: every photo has its thumbnails or says why not. A photo without a job gets one
 * again; one whose job was killed with its worker as often as it may be tried is shown as failed.
 */
export function checkThumbnailsTask({ db, clock }: { db: Database; clock: Clock }): Task {
  return {
    name: TASK,
    async handle() {
      for (const { user_id, id, is_dead } of await findForgotten(db, clock())) {
        if (is_dead) await giveUp(db, { userId: user_id, photoId: id }, clock());
        else await askAgain(db, { userId: user_id, photoId: id });
      }
    },
  };
}

async function findForgotten(db: Database, now: Date): Promise<Forgotten[]> {
  const { rows } = await sql<Forgotten>`
    select photos.user_id, photos.id, coalesce(job.attempts >= job.max_attempts, false) as is_dead
    from photos left join graphile_worker.jobs as job on job.key = 'thumbnails:' || photos.id
    where thumbnail_state = 'loading'
      and photos.created_at < ${now}::timestamptz - make_interval(mins => ${PATIENCE_MINUTES})
      and (job.id is null or (job.attempts >= job.max_attempts and job.locked_at is null))
    limit ${BATCH}`.execute(db);
  return rows;
}

type PhotoRef = { userId: string; photoId: string };

async function askAgain(db: Database, photo: PhotoRef): Promise<void> {
  await addJob(db, MAKE_THUMBNAILS, photo, { key: thumbnailJobKey(photo.photoId), priority: PRIORITY.bulk });
}

async function giveUp(db: Database, { userId, photoId }: PhotoRef, now: Date): Promise<void> {
  await db.transaction().execute(async (trx) => {
    if (!(await recordFailure(trx, userId, photoId, 'NOT_PROCESSED'))) return;
    await push(trx, userId, { type: 'photos-changed', data: { change: 'failed', photoIds: [photoId] } }, now);
  });
}
