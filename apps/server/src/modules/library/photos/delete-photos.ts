import type { CustomerId } from '@keepsake/contracts/platform/ids';
import { sql } from 'kysely';
import * as z from 'zod/mini';
import { DAY_MS } from '../../../platform/clock.ts';
import { type Database, type Queryable, uuidArray } from '../../../platform/database/database.ts';
import { isConflict, retryConflicts } from '../../../platform/database/errors.ts';
import { newId } from '../../../platform/ids.ts';
import { MAX_NAMED, push } from '../../../platform/push.ts';
import { parseStoredColumn } from '../../../platform/stored-json.ts';
import type { DeletionDeps } from './deps.ts';
import { changeCounts, librarySize } from './month-counts.ts';
import { removeTurnedPictures } from './originals.ts';
import { addPurgeJob } from './photo-jobs.ts';
import { keepSql, type RestorableRemoval } from './recently-deleted.ts';

/**
 * Deletes photos of a customer, all or none: ten thousand in one transaction are faster than in ten, and notify screens once. They
 * can come back for `restorableDays`, unless it is final. Returns the ids that remain because of conflicts with other changes; throws
 * any other failure.
 */
export async function deletePhotos(
  deps: DeletionDeps,
  customerId: CustomerId,
  photoIds: readonly string[],
  { isFinal = false } = {},
): Promise<string[]> {
  const { db, clock, log, restorableDays } = deps;
  const now = clock();
  const deletedDays = isFinal ? 0 : await restorableDays();
  const restorable = restorableRemoval(newId(), { deletedAt: now, deletedDays });
  const requested = { customerId, photoIds: [...new Set(photoIds)], now, restorable };
  try {
    await retryConflicts(() => db.transaction().execute((trx) => removePhotos(deps, trx, requested)));
    return [];
  } catch (error) {
    if (!isConflict(error)) throw error;
    log.warn({ err: error, customerId, photos: requested.photoIds.length }, 'photos could not be deleted');
    return findPhotos(db, customerId, requested.photoIds);
  }
}

async function findPhotos(
  db: Database,
  customerId: CustomerId,
  photoIds: readonly string[],
): Promise<string[]> {
  const rows = await db
    .selectFrom('photos')
    .select('id')
    .where('user_id', '=', customerId)
    .where('id', 'in', photoIds)
    .execute();
  return rows.map(({ id }) => id);
}

type Started = { deletedAt: Date; deletedDays: number; isErasure?: boolean };

/** A deletion after which photos can come back for so many days; null if they cannot, as after 0 days. */
export function restorableRemoval(
  id: string,
  { deletedAt, deletedDays, isErasure = false }: Started,
): RestorableRemoval | null {
  if (deletedDays === 0) return null;
  return { id, deletedAt, restorableUntil: new Date(deletedAt.getTime() + deletedDays * DAY_MS), isErasure };
}

export type Removal = {
  customerId: CustomerId;
  photoIds: readonly string[];
  now: Date;
  /** How they come back; null if they do not. */
  restorable: RestorableRemoval | null;
};
const lostByMonth = z.record(z.string(), librarySize);
/** Number of deleted photos, the ids of the first ones, keys of turned pictures that nobody needs now, and what each month lost by each sort key. */
type Removed = { count: number; named: string[]; turned: string[]; months: z.infer<typeof lostByMonth> };

/**
 * Deletes photos within a transaction: keeps what the purge needs of their rows, updates albums, projects and month counts, and
 * notifies screens. Ignores ids that are not the customer's photos. Returns the number of deleted photos.
 */
export async function removePhotos(
  { removeFromAlbums, removeFromProjects }: Pick<DeletionDeps, 'removeFromAlbums' | 'removeFromProjects'>,
  trx: Queryable,
  removal: Removal,
): Promise<number> {
  const { customerId, photoIds, now, restorable } = removal;
  const { count, named, turned, months } = await moveRows(trx, removal);
  if (count === 0) return 0;
  await removeTurnedPictures(trx, customerId, turned);
  await removeFromAlbums(trx, customerId, photoIds, { isRestorable: restorable !== null });
  await removeFromProjects(trx, customerId, photoIds, { isRestorable: restorable !== null });
  const photoIdsOrMany = count > MAX_NAMED ? [] : named;
  await push(
    trx,
    customerId,
    { type: 'photos-changed', data: { change: 'deleted', photoIds: photoIdsOrMany } },
    now,
  );
  await addPurgeJob(trx, customerId);
  // Last, because the customer's uploads of these months wait for it until the commit.
  const deltas = Object.entries(months).map(
    ([key, { photos, bytes }]) => [key, { photos: -photos, bytes: -bytes }] as const,
  );
  await changeCounts(trx, customerId, new Map(deltas));
  return count;
}

/**
 * One statement, so that ten thousand rows never leave the database. They are locked in the same order first, so that overlapping
 * deletions never deadlock. What the purge needs goes into one row, because the customer waits for it (ADR 70).
 */
async function moveRows(
  trx: Queryable,
  { customerId, photoIds, now, restorable }: Removal,
): Promise<Removed> {
  const { rows } = await sql<Omit<Removed, 'months'> & { months: unknown }>`
    with locked as materialized (
      select id from photos where user_id = ${customerId} and id = any(${uuidArray(photoIds)}) order by id for update
    ), gone as (
      delete from photos where user_id = ${customerId} and id in (select id from locked)
      returning *
    ), ${restorable ? keepSql(customerId, restorable) : batchSql(customerId, now)}, months as (
      select to_char(month, '"created|"YYYY-MM-01') as key, count(*)::int as photos, sum(bytes) as bytes
      from (select date_trunc('month', created_order) as month, bytes from gone) as by_creation group by month
      union all
      select to_char(month, '"dateTaken|"YYYY-MM-01'), count(*)::int, sum(bytes)
      from (select date_trunc('month', taken_order) as month, bytes from gone) as by_date group by month
    )
    select (select count(*)::int from gone) as count,
      array(select id::text from gone limit ${MAX_NAMED}) as named,
      array(select turned_key from gone where turned_key is not null and ${restorable === null}::boolean) as turned,
      (select coalesce(json_object_agg(key, json_build_object('photos', photos, 'bytes', bytes)), '{}') from months) as months`.execute(
    trx,
  );
  const [removed] = rows;
  if (!removed) return { count: 0, named: [], turned: [], months: {} };
  return {
    ...removed,
    months: parseStoredColumn(lostByMonth, removed.months, 'the counts of deleted photos'),
  };
}

/** One row with what the purge needs of `gone`. */
const batchSql = (customerId: CustomerId, now: Date) => sql`moved as (
      insert into deleted_batches (user_id, id, deleted_at, photo_ids, object_keys)
      select ${customerId}, ${newId()}, ${now}::timestamptz, array_agg(id), array_agg(object_key) from gone having count(*) > 0
    )`;
