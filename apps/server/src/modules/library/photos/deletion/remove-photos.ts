import { sql } from 'kysely';
import type { Queryable } from '../../../../platform/database/database.ts';
import { addJob } from '../../../../platform/jobs/jobs.ts';
import { push } from '../../../../platform/push.ts';
import { changeCounts, type MonthKey } from '../month-counts.ts';
import { PURGE_PHOTOS, PURGE_PRIORITY, purgeJobKey } from './purge-job.ts';

/** Takes photos out of every album, within the transaction that deletes them: the albums module's matter. */
export type RemoveFromAlbums = (trx: Queryable, userId: string, photoIds: readonly string[]) => Promise<void>;

type Removal = { userId: string; photoIds: readonly string[]; now: Date };
/** How many photos were deleted, the first of them by name, and how many of each month by each sort. */
type Removed = { count: number; named: string[]; months: Record<MonthKey, number> };

/** Ids that one push message names; more are told as 'many'. */
const MOST_NAMED = 100;

/**
 * Deletes photos within a transaction: their rows go to where the purge finds them, albums and month counts follow, and
 * the news of it. Ids that are no photo of the customer change nothing. Gives the number of photos that were deleted.
 */
export async function removePhotos(
  trx: Queryable,
  { userId, photoIds, now }: Removal,
  removeFromAlbums: RemoveFromAlbums,
): Promise<number> {
  const { count, named, months } = await moveRows(trx, { userId, photoIds, now });
  if (count === 0) return 0;
  await removeFromAlbums(trx, userId, photoIds);
  const told = count > MOST_NAMED ? [] : named;
  await push(trx, userId, { type: 'photos-changed', data: { change: 'deleted', photoIds: told } }, now);
  await addJob(trx, PURGE_PHOTOS, { userId }, { key: purgeJobKey(userId), priority: PURGE_PRIORITY });
  // Last, because the customer's uploads of these months wait for it until the commit.
  const falls = Object.entries(months).map(([key, photos]) => [key, -photos] as const);
  await changeCounts(trx, userId, new Map(falls));
  return count;
}

/**
 * One statement, so that ten thousand rows never leave the database. They are locked in one order first: two deletions
 * that overlap never wait for each other in a circle.
 */
async function moveRows(trx: Queryable, { userId, photoIds, now }: Removal): Promise<Removed> {
  const { rows } = await sql<Removed>`
    with locked as materialized (
      select id from photos where user_id = ${userId} and id = any(${photoIds}::uuid[]) order by id for update
    ), gone as (
      delete from photos where user_id = ${userId} and id in (select id from locked)
      returning id, object_key, taken_order, created_order
    ), moved as (
      insert into deleted_photos (user_id, id, object_key, deleted_at)
      select ${userId}, id, object_key, ${now}::timestamptz from gone
    ), months as (
      select to_char(month, '"created|"YYYY-MM-01') as key, count(*)::int as photos
      from (select date_trunc('month', created_order) as month from gone) as by_creation group by month
      union all
      select to_char(month, '"dateTaken|"YYYY-MM-01'), count(*)::int
      from (select date_trunc('month', taken_order) as month from gone) as by_date group by month
    )
    select (select count(*)::int from gone) as count,
      array(select id::text from gone limit ${MOST_NAMED}) as named,
      (select coalesce(json_object_agg(key, photos), '{}') from months) as months`.execute(trx);
  return rows[0] ?? { count: 0, named: [], months: {} };
}
