import type { CustomerId } from '@keepsake/contracts/platform/ids';
import { sql } from 'kysely';
import { DAY_MS } from '../../../platform/clock.ts';
import { type Database, type Queryable, uuidArray } from '../../../platform/database/database.ts';
import { MAX_NAMED, push } from '../../../platform/push.ts';
import type { Deps, PhotosAt } from './deps.ts';
import { removeTurnedPictures } from './originals.ts';
import { addPurgeJob } from './photo-jobs.ts';
import { canComeBackSql } from './recently-deleted.ts';

type EndingDeps = Pick<Deps, 'db' | 'forgetInAlbums' | 'quota'>;

/** Photos per transaction that makes deletions final. */
const ENDED_AT_ONCE = 1_000;

type Turn = {
  now: Date;
  /** Whether the rest is for later. */
  isOver(): boolean;
};

/**
 * Hands recently deleted photos whose time is over to the purge, batch by batch, and the oldest of those that are more than a quota
 * holds. Returns whether it came to an end.
 */
export async function endRemovals(
  deps: EndingDeps,
  customerId: CustomerId,
  { now, isOver }: Turn,
): Promise<boolean> {
  for (;;) {
    const over = await findOver(deps.db, customerId, now);
    const photoIds = over.length > 0 ? over : await findBeyondQuota(deps, customerId, now);
    if (photoIds.length === 0) break;
    if (isOver()) return false;
    await deps.db.transaction().execute((trx) => endPhotos(deps, trx, { customerId, photoIds, now }));
  }
  await sql`delete from photo_removals as removal where user_id = ${customerId} and not ${canComeBackSql(now)}
    and not exists (select from recently_deleted_photos as photo
      where photo.user_id = ${customerId} and photo.removal_id = removal.id)`.execute(deps.db);
  return true;
}

async function findOver(db: Database, customerId: CustomerId, now: Date): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select photo.id from photo_removals as removal
      join recently_deleted_photos as photo on photo.user_id = removal.user_id and photo.removal_id = removal.id
    where removal.user_id = ${customerId} and not ${canComeBackSql(now)} limit ${ENDED_AT_ONCE}`.execute(db);
  return rows.map(({ id }) => id);
}

/** The oldest photos that are more than a quota holds. Those that are on their way back do not count. */
async function findBeyondQuota(
  { db, quota }: Pick<EndingDeps, 'db' | 'quota'>,
  customerId: CustomerId,
  now: Date,
): Promise<string[]> {
  if (quota.photos === null && quota.bytes === null) return [];
  const { rows } = await sql<{ id: string }>`select id from (
      select photo.id, count(*) over latest as photos, sum(bytes) over latest as bytes
      from recently_deleted_photos as photo
        join photo_removals as removal on removal.user_id = photo.user_id and removal.id = removal_id
      where photo.user_id = ${customerId} and restoring_since is null and restorable_until > ${now}::timestamptz
      window latest as (order by removal_id desc, photo.id desc)
    ) as stored
    where photos > ${quota.photos}::bigint or bytes > ${quota.bytes}::bigint
    limit ${ENDED_AT_ONCE}`.execute(db);
  return rows.map(({ id }) => id);
}

/**
 * Hands these recently deleted photos to the purge, in a transaction, and notifies screens. Ignores other ids, and photos that came
 * back or ended in the meantime.
 */
async function endPhotos(
  { forgetInAlbums }: Pick<EndingDeps, 'forgetInAlbums'>,
  trx: Queryable,
  { customerId, photoIds, now }: PhotosAt,
): Promise<void> {
  const { rows } = await sql<{ id: string; turnedKey: string | null }>`
    with locked as materialized (
      select id from recently_deleted_photos where user_id = ${customerId} and id = any(${uuidArray(photoIds)})
      order by id for update
    ), gone as (
      delete from recently_deleted_photos where user_id = ${customerId} and id in (select id from locked)
      returning id, object_key, turned_key, removal_id
    ), moved as (
    insert into deleted_photos (user_id, id, object_key, deleted_at)
    select ${customerId}, gone.id, object_key, deleted_at from gone join photo_removals as removal
      on removal.user_id = ${customerId} and removal.id = removal_id
    returning id
    ) select id, turned_key as "turnedKey" from moved join gone using (id)`.execute(trx);
  const ended = rows.map(({ id }) => id);
  if (ended.length === 0) return;
  await removeTurnedPictures(
    trx,
    customerId,
    rows.flatMap(({ turnedKey }) => turnedKey ?? []),
  );
  await forgetInAlbums(trx, customerId, ended);
  await pushEnded(trx, customerId, { photoIds: ended.length > MAX_NAMED ? [] : ended, now });
}

/** The same in a transaction of its own, and the job that purges them. */
export async function endPhotosNow(
  deps: Pick<Deps, 'db' | 'clock' | 'forgetInAlbums'>,
  customerId: CustomerId,
  photoIds: readonly string[],
): Promise<void> {
  await deps.db.transaction().execute(async (trx) => {
    await endPhotos(deps, trx, { customerId, photoIds, now: deps.clock() });
    await addPurgeJob(trx, customerId);
  });
}

/** Gives photos that could come back at a time all their days again, from now on. */
export async function renewRemovals(
  { db, clock, restorableDays }: Pick<Deps, 'db' | 'clock' | 'restorableDays'>,
  since: Date,
): Promise<void> {
  const until = new Date(clock().getTime() + (await restorableDays()) * DAY_MS);
  await sql`update photo_removals set restorable_until = greatest(restorable_until, ${until}::timestamptz)
    where restorable_until > ${since}::timestamptz`.execute(db);
}

/** Nothing was in the library any more, but what shows deleted photos reloads. */
async function pushEnded(
  trx: Queryable,
  customerId: CustomerId,
  { photoIds, now }: { photoIds: string[]; now: Date },
): Promise<void> {
  await push(trx, customerId, { type: 'photos-changed', data: { change: 'deleted', photoIds } }, now);
}

/**
 * Empties the list of recently deleted photos, in a transaction: they are final, except for those on their way back. Notifies screens
 * and has the purge take them.
 */
export async function endDeletedPhotos(trx: Queryable, customerId: CustomerId, now: Date): Promise<void> {
  const { numAffectedRows = 0n } = await sql`update photo_removals set restorable_until = ${now}::timestamptz
    where user_id = ${customerId} and restoring_since is null and restorable_until > ${now}::timestamptz`.execute(
    trx,
  );
  if (numAffectedRows === 0n) return;
  await pushEnded(trx, customerId, { photoIds: [], now });
  await addPurgeJob(trx, customerId);
}
