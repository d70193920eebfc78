import { sql } from 'kysely';
import * as z from 'zod';
import type { Database } from '../../../../platform/database/database.ts';
import { addJob, type Task } from '../../../../platform/jobs/jobs.ts';
import type { ObjectStore } from '../../../../platform/objects/object-store.ts';
import { thumbnailKeys } from '../object-keys.ts';
import { findBeingThumbnailed } from '../thumbnail-job.ts';
import { PURGE_PHOTOS, PURGE_PRIORITY, purgeJobKey, purgeLaterJobKey, TURN_MS } from './purge-job.ts';

type Deps = { db: Database; objects: ObjectStore };
type Deleted = { id: string; object_key: string };

const payloadSchema = z.object({ userId: z.string() });
/** Photos at once: four objects each. */
const BATCH = 500;
/** How long a batch is left to the job that took it; after a kill another one takes it up. */
const CLAIM_SECONDS = 60;
/** When to look again after a photo whose thumbnails are being made. */
const THUMBNAILING_SECONDS = 5;

/** The job that removes the objects of deleted photos, then their rows. Killed anywhere, it is only late. */
export function purgePhotosTask(deps: Deps): Task {
  return {
    name: PURGE_PHOTOS,
    async handle(payload) {
      const { userId } = payloadSchema.parse(payload);
      const until = performance.now() + TURN_MS;
      for (;;) {
        const batch = await claim(deps.db, userId);
        if (batch.length === 0) return await comeBack(deps.db, userId);
        await purge(deps, userId, batch);
        if (performance.now() > until) return await goOn(deps.db, userId);
      }
    },
  };
}

/** Takes up photos that no other purge has; several of them share the work. */
async function claim(db: Database, userId: string): Promise<Deleted[]> {
  const { rows } = await sql<Deleted>`
    with due as (
      select id from deleted_photos where user_id = ${userId} and purge_after <= now()
      order by purge_after limit ${BATCH} for update skip locked
    )
    update deleted_photos set purge_after = now() + make_interval(secs => ${CLAIM_SECONDS})
    from due where user_id = ${userId} and deleted_photos.id = due.id
    returning deleted_photos.id, object_key`.execute(db);
  return rows;
}

/**
 * Whose thumbnails are being made is asked before anything is removed: what such a job writes afterwards is found by the
 * row that is left, and a job that begins later finds no photo and writes nothing.
 */
async function purge({ db, objects }: Deps, userId: string, batch: readonly Deleted[]): Promise<void> {
  const busy = await findBeingThumbnailed(
    db,
    batch.map(({ id }) => id),
  );
  await objects.remove(batch.flatMap(({ object_key }) => [object_key, ...thumbnailKeys(object_key)]));
  const done = batch.filter(({ id }) => !busy.has(id)).map(({ id }) => id);
  await sql`delete from deleted_photos where user_id = ${userId} and id = any(${done}::uuid[])`.execute(db);
  if (busy.size === 0) return;
  await sql`update deleted_photos set purge_after = now() + make_interval(secs => ${THUMBNAILING_SECONDS})
    where user_id = ${userId} and id = any(${[...busy]}::uuid[])`.execute(db);
}

async function goOn(db: Database, userId: string): Promise<void> {
  await addJob(db, PURGE_PHOTOS, { userId }, { key: purgeJobKey(userId), priority: PURGE_PRIORITY });
}

/** For what is left: claimed by another purge, or waiting for its thumbnails. */
async function comeBack(db: Database, userId: string): Promise<void> {
  const { next } = await db
    .selectFrom('deleted_photos')
    .select((eb) => eb.fn.min('purge_after').as('next'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  if (!next) return;
  const options = { key: purgeLaterJobKey(userId), priority: PURGE_PRIORITY, runAt: next };
  await addJob(db, PURGE_PHOTOS, { userId }, options);
}
