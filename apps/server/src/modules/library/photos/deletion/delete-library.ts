import { sql } from 'kysely';
import * as z from 'zod';
import type { Queryable } from '../../../../platform/database/database.ts';
import { retryConflicts } from '../../../../platform/database/errors.ts';
import type { Task } from '../../../../platform/jobs/jobs.ts';
import { push } from '../../../../platform/push.ts';
import type { DeletionDeps } from './delete-photos.ts';
import { addLibraryDeletionJob, DELETE_LIBRARY } from './library-deletion.ts';
import { TURN_MS } from './purge-job.ts';
import { removePhotos } from './remove-photos.ts';

const payloadSchema = z.object({ userId: z.string() });
/** Photos of one transaction: uploads into their months wait for its commit. */
const BATCH = 1_000;
/** Below every id of a photo. */
const FIRST = '00000000-0000-0000-0000-000000000000';

/** The job that deletes a customer's whole library in batches, each with its progress and its news. */
export function deleteLibraryTask(deps: DeletionDeps): Task {
  return {
    name: DELETE_LIBRARY,
    async handle(payload) {
      const { userId } = payloadSchema.parse(payload);
      const until = performance.now() + TURN_MS;
      for (let after: string | null = FIRST; after !== null; ) {
        if (performance.now() > until) return await addLibraryDeletionJob(deps.db, userId);
        after = await deleteBatch(deps, userId, after);
      }
    },
  };
}

/**
 * Deletes the photos next after an id: ids are made in the order of time, so what is gone is not read over and over.
 * Gives where to go on, null when all is done.
 */
function deleteBatch(deps: DeletionDeps, userId: string, after: string): Promise<string | null> {
  return retryConflicts(() =>
    deps.db.transaction().execute((trx) => deleteNext(deps, trx, { userId, after })),
  );
}

/** Whoever works on a deletion holds its row, so a second run of the job waits and goes on. */
async function deleteNext(
  { clock, removeFromAlbums }: DeletionDeps,
  trx: Queryable,
  { userId, after }: { userId: string; after: string },
): Promise<string | null> {
  const deletion = await trx
    .selectFrom('photo_deletions')
    .selectAll()
    .where('user_id', '=', userId)
    .forUpdate()
    .executeTakeFirst();
  if (!deletion) return null;
  const found = await nextIds(trx, { userId, after, createdUntil: deletion.requested_at });
  // What was added before the request and committed behind our back is found from the start.
  if (found.length === 0 && after !== FIRST) return FIRST;
  const now = clock();
  if (found.length === 0) {
    await finish(trx, userId, now);
    return null;
  }
  const removed = await removePhotos(trx, { userId, photoIds: found, now }, removeFromAlbums);
  await sql`update photo_deletions set deleted = deleted + ${removed} where user_id = ${userId}`.execute(trx);
  return found.at(-1) ?? null;
}

type Range = { userId: string; after: string; createdUntil: Date };

async function nextIds(trx: Queryable, { userId, after, createdUntil }: Range): Promise<string[]> {
  const rows = await trx
    .selectFrom('photos')
    .select('id')
    .where('user_id', '=', userId)
    .where('id', '>', after)
    .where('created_at', '<=', createdUntil)
    .orderBy('id')
    .limit(BATCH)
    .execute();
  return rows.map(({ id }) => id);
}

/** Screens hear it once more, so that they stop to show progress. */
async function finish(trx: Queryable, userId: string, now: Date): Promise<void> {
  await trx.deleteFrom('photo_deletions').where('user_id', '=', userId).execute();
  await push(trx, userId, { type: 'photos-changed', data: { change: 'deleted', photoIds: [] } }, now);
}
