import { sql } from 'kysely';
import type { Queryable } from '../../../platform/database/database.ts';
import { PRIORITY } from '../../../platform/jobs/jobs.ts';

/** Name of the job that makes a photo's thumbnails; payload {userId, photoId}. */
export const MAKE_THUMBNAILS = 'make-thumbnails';

export const thumbnailJobKey = (photoId: string) => `thumbnails:${photoId}`;

/** Lets the photos that a customer is looking at overtake every import. */
export async function hurryThumbnails(db: Queryable, photoIds: readonly string[]): Promise<void> {
  const keys = photoIds.map(thumbnailJobKey);
  await sql`select graphile_worker.reschedule_jobs(array(
    select id from graphile_worker.jobs
    where key = any(${keys}) and locked_at is null and priority > ${PRIORITY.watched} and attempts = 0
  ), priority => ${PRIORITY.watched})`.execute(db);
}

/**
 * Which of these deleted photos still have a job at work, which may write objects until it ends. Jobs that have not begun
 * are taken back on the way: there is nothing left for them to do.
 */
export async function findBeingThumbnailed(db: Queryable, photoIds: readonly string[]): Promise<Set<string>> {
  const keys = photoIds.map(thumbnailJobKey);
  await sql`select from graphile_worker.complete_jobs(array(
    select id from graphile_worker.jobs where key = any(${keys}) and locked_at is null))`.execute(db);
  const { rows } = await sql<{ key: string }>`
    select key from graphile_worker.jobs where key = any(${keys})`.execute(db);
  const busy = new Set(rows.map(({ key }) => key));
  return new Set(photoIds.filter((id) => busy.has(thumbnailJobKey(id))));
}
