import { sql } from 'kysely';
import type { Queryable } from '../../../platform/database/database.ts';
import { addJob } from '../../../platform/jobs/jobs.ts';
import { push } from '../../../platform/push/push-hub.ts';
import { type CountedPhoto, countPhotos } from '../month-counts.ts';
import { PURGE_PHOTOS, PURGE_PRIORITY, purgeJobKey } from './purge-job.ts';

/** Takes photos out of every album, within the transaction that deletes them: the albums module's matter. */
export type ForgetInAlbums = (trx: Queryable, userId: string, photoIds: readonly string[]) => Promise<void>;

type Removal = { userId: string; photoIds: readonly string[]; now: Date };
type Removed = CountedPhoto & { id: string };

/** Ids that one push message names; more are told as 'many'. */
const MOST_NAMED = 100;

/**
 * Deletes photos within a transaction: their rows go to where the purge finds them, albums and month counts follow, and
 * the news of it. Ids that are no photo of the customer change nothing. Gives the ids that were deleted.
 */
export async function removePhotos(
  trx: Queryable,
  { userId, photoIds, now }: Removal,
  forgetInAlbums: ForgetInAlbums,
): Promise<string[]> {
  await lockPhotos(trx, userId, photoIds);
  const removed = await moveRows(trx, { userId, photoIds, now });
  const ids = removed.map(({ id }) => id);
  if (ids.length === 0) return ids;
  await forgetInAlbums(trx, userId, ids);
  const named = ids.length > MOST_NAMED ? [] : ids;
  await push(trx, userId, { type: 'photos-changed', data: { change: 'deleted', photoIds: named } }, now);
  await addJob(trx, PURGE_PHOTOS, { userId }, { key: purgeJobKey(userId), priority: PURGE_PRIORITY });
  // Last, because the customer's uploads of these months wait for it until the commit.
  await countPhotos(trx, userId, { removed });
  return ids;
}

/** Rows are locked in one order, so that two deletions that overlap never wait for each other in a circle. */
async function lockPhotos(trx: Queryable, userId: string, photoIds: readonly string[]): Promise<void> {
  await sql`select from photos where user_id = ${userId} and id = any(${photoIds}::uuid[]) order by id for update`.execute(
    trx,
  );
}

async function moveRows(trx: Queryable, { userId, photoIds, now }: Removal): Promise<Removed[]> {
  const { rows } = await sql<Removed>`
    with gone as (
      delete from photos where user_id = ${userId} and id = any(${photoIds}::uuid[])
      returning id, object_key, taken_order, created_order
    ), moved as (
      insert into deleted_photos (user_id, id, object_key, deleted_at)
      select ${userId}, id, object_key, ${now}::timestamptz from gone
    )
    select id, taken_order, created_order from gone`.execute(trx);
  return rows;
}
