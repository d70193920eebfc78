import { type CustomerId, customerIdSchema } from '@keepsake/contracts/platform/ids';
import { MINUTE_SECONDS } from '@keepsake/contracts/platform/limits';
import { sql } from 'kysely';
import * as z from 'zod';
import { startStopwatch } from '../../../platform/clock.ts';
import { type Database, type Queryable, uuidArray } from '../../../platform/database/database.ts';
import { NIL_ID } from '../../../platform/ids.ts';
import { addJob, type Task, TURN_MS } from '../../../platform/jobs/jobs.ts';
import type { Deps } from './deps.ts';
import { endRemovals } from './end-removals.ts';
import { thumbnailKeys } from './originals.ts';
import { addPurgeJob, findBeingThumbnailed, PURGE_PHOTOS, PURGE_PRIORITY } from './photo-jobs.ts';
import type { PhotoRef } from './stored-photos.ts';

type PurgeDeps = Pick<Deps, 'db' | 'objects' | 'clock' | 'forgetInAlbums' | 'forgetMeasures' | 'quota'>;
type Deleted = { id: string; object_key: string };

const payloadSchema = z.object({ customerId: customerIdSchema });

/** Photos per batch, with four objects each. */
const BATCH = 1_000;
/**
 * One lane removes objects while another waits for the database. The first batch of each differs in size: started alike, they
 * would end alike, and all wait for the database at the same time.
 */
const LANES = 2;
const FIRST_BATCHES = Array.from({ length: LANES }, (_, lane) => (BATCH * (lane + 1)) / LANES);
/** How long a batch belongs to the job that claimed it; after a kill another job claims it. */
const CLAIM_SECONDS = MINUTE_SECONDS;
/** When to retry a photo whose thumbnails are being made. */
const THUMBNAILING_SECONDS = 5;

/** Resumes all purges at once, after the store removed nothing for a while. */
export async function resumePurges(db: Queryable): Promise<void> {
  const { rows } = await sql<{ user_id: CustomerId }>`
    with due as (update deleted_photos set purge_after = now() returning user_id)
    select user_id from due union select user_id from deleted_batches`.execute(db);
  for (const { user_id } of rows) await addPurgeJob(db, user_id);
}

/** Which of these photos are gone for good: neither in a library, nor deleted and still to be purged. */
export async function findGone(db: Queryable, photos: readonly PhotoRef[]): Promise<PhotoRef[]> {
  const owners = uuidArray(photos.map(({ customerId }) => customerId));
  const ids = uuidArray(photos.map(({ photoId }) => photoId));
  const { rows } = await sql<PhotoRef>`
    select named.user_id as "customerId", named.id as "photoId" from unnest(${owners}, ${ids}) as named (user_id, id)
    where not exists (select from photos where photos.user_id = named.user_id and photos.id = named.id)
      and not exists (select from recently_deleted_photos as stored
        where stored.user_id = named.user_id and stored.id = named.id)
      and not exists (select from deleted_photos as stored where stored.user_id = named.user_id and stored.id = named.id)
      and not exists (select from deleted_batches as batch
        where batch.user_id = named.user_id and named.id = any(photo_ids))`.execute(db);
  return rows;
}

type OrphanedOriginal = { customerId: CustomerId; id: string; objectKey: string };

/** Has the purge remove an original and thumbnails without a row, in a transaction. Idempotent. */
export async function purgeOrphanedOriginal(
  trx: Queryable,
  { customerId, id, objectKey }: OrphanedOriginal,
  now: Date,
): Promise<void> {
  await trx
    .insertInto('deleted_photos')
    .values({ user_id: customerId, id, object_key: objectKey, deleted_at: now })
    .onConflict((conflict) => conflict.columns(['user_id', 'id']).doNothing())
    .execute();
  await addPurgeJob(trx, customerId);
}

/**
 * Removes the objects of deleted photos, then their rows. A kill at any point only delays it. While the store removes nothing the
 * photos wait, and housekeeping adds the job again.
 */
export function purgePhotosTask(deps: PurgeDeps): Task {
  return {
    name: PURGE_PHOTOS,
    waitsForReconcile: false,
    async handle(payload) {
      const { customerId } = payloadSchema.parse(payload);
      const elapsed = startStopwatch();
      const isOver = () => elapsed() > TURN_MS;
      // A database that may be an earlier one does not know what came back.
      if (await deps.objects.mayRemove()) {
        const hasEnded = await endRemovals(deps, customerId, { now: deps.clock(), isOver });
        if (!hasEnded) return await addPurgeJob(deps.db, customerId);
      }
      await unpackBatches(deps.db, customerId);
      const lanes = await Promise.allSettled(
        FIRST_BATCHES.map((first) => purgeInTurn(deps, customerId, { first, isOver })),
      );
      const failed = lanes.find((lane) => lane.status === 'rejected');
      if (failed) throw failed.reason;
      const ends = lanes.map((lane) => lane.status === 'fulfilled' && lane.value);
      if (ends.includes('refused')) return;
      if (ends.includes('late')) await addPurgeJob(deps.db, customerId);
      else await addLaterJob(deps.db, customerId);
    },
  };
}

/** Gives every photo of a deleted batch a row of its own, so that each is completed individually. */
async function unpackBatches(db: Database, customerId: CustomerId): Promise<void> {
  await sql`
    with batch as (delete from deleted_batches where user_id = ${customerId} returning deleted_at, photo_ids, object_keys)
    insert into deleted_photos (user_id, id, object_key, deleted_at)
    select ${customerId}, photo.id, object_key, deleted_at
    from batch, unnest(photo_ids, object_keys) as photo (id, object_key)`.execute(db);
}

/** Purges batch by batch until nothing is due, the turn is over, or the store removes nothing. */
async function purgeInTurn(
  deps: Pick<PurgeDeps, 'db' | 'objects' | 'forgetMeasures'>,
  customerId: CustomerId,
  { first, isOver }: { first: number; isOver(): boolean },
): Promise<'done' | 'late' | 'refused'> {
  for (let after = NIL_ID, limit = first; ; limit = BATCH) {
    const batch = await claim(deps.db, customerId, { after, limit });
    if (batch.length === 0) return 'done';
    if (!(await purge(deps, customerId, batch))) return 'refused';
    if (isOver()) return 'late';
    after = highestId(batch);
  }
}

/**
 * Claims photos that no other purge has; several purges share the work. Ordered by id, so that none is read again. In two
 * statements: to the planner a table that was empty a moment ago still is, and in a join with the due photos it would be read
 * once per photo. A list of ids uses the index whatever the planner believes.
 */
function claim(
  db: Database,
  customerId: CustomerId,
  { after, limit }: { after: string; limit: number },
): Promise<Deleted[]> {
  return db.transaction().execute(async (trx) => {
    const due = await sql<Pick<Deleted, 'id'>>`
      select id from deleted_photos where user_id = ${customerId} and id > ${after} and purge_after <= now()
      order by id limit ${limit} for update skip locked`.execute(trx);
    const ids = due.rows.map(({ id }) => id);
    const claimed = await sql<Deleted>`
      update deleted_photos set purge_after = now() + make_interval(secs => ${CLAIM_SECONDS})
      where user_id = ${customerId} and id = any(${ids}::uuid[]) returning id, object_key`.execute(trx);
    return claimed.rows;
  });
}

function highestId(batch: readonly Deleted[]): string {
  const ids = batch.map(({ id }) => id);
  return ids.sort().at(-1) ?? NIL_ID;
}

/**
 * Looks for running thumbnail jobs before it removes anything: what they write afterwards is found through the remaining row, and
 * a job that starts later finds no photo and writes nothing.
 */
async function purge(
  { db, objects, forgetMeasures }: Pick<PurgeDeps, 'db' | 'objects' | 'forgetMeasures'>,
  customerId: CustomerId,
  batch: readonly Deleted[],
): Promise<boolean> {
  const busy = await findBeingThumbnailed(
    db,
    batch.map(({ id }) => id),
  );
  const keys = batch.flatMap(({ object_key }) => [object_key, ...thumbnailKeys(object_key)]);
  if (!(await objects.remove(keys))) return false;
  const done = batch.filter(({ id }) => !busy.has(id)).map(({ id }) => id);
  await forgetMeasures(db, customerId, done);
  await sql`delete from deleted_photos where user_id = ${customerId} and id = any(${done}::uuid[])`.execute(
    db,
  );
  if (busy.size === 0) return true;
  await sql`update deleted_photos set purge_after = now() + make_interval(secs => ${THUMBNAILING_SECONDS})
    where user_id = ${customerId} and id = any(${[...busy]}::uuid[])`.execute(db);
  return true;
}

/** Adds a job for the rest, which another purge has claimed or whose thumbnails are being made. */
async function addLaterJob(db: Database, customerId: CustomerId): Promise<void> {
  const { next } = await db
    .selectFrom('deleted_photos')
    .select((eb) => eb.fn.min('purge_after').as('next'))
    .where('user_id', '=', customerId)
    .executeTakeFirstOrThrow();
  if (!next) return;
  // A separate key, so that it never delays the job of a new deletion.
  const options = { key: `purge-later:${customerId}`, priority: PURGE_PRIORITY, runAt: next };
  await addJob(db, PURGE_PHOTOS, { customerId }, options);
}
