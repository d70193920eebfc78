import { type CustomerId, customerIdSchema } from '@keepsake/contracts/platform/ids';
import { sql } from 'kysely';
import * as z from 'zod';
import { startStopwatch } from '../../../platform/clock.ts';
import type { Queryable } from '../../../platform/database/database.ts';
import { retryConflicts } from '../../../platform/database/errors.ts';
import { addJob, keyedTask, type Task, TURN_MS } from '../../../platform/jobs/jobs.ts';
import { PHOTOS_PER_TRANSACTION, withdrawLibraryDeletion } from './delete-library.ts';
import type { Deps, RestoringDeps } from './deps.ts';
import { restoreWhere } from './restore-photos.ts';

/** Name of the job that brings whole deletions back; payload {customerId}. */
const RESTORE_REMOVALS = keyedTask('restore-removals', { foundBy: 'check-deletions' });
const payloadSchema = z.object({ customerId: customerIdSchema });

type Requested = {
  customerId: CustomerId;
  /** One deletion; all if absent. */
  removalId?: string | undefined;
};
type RequestDeps = RestoringDeps & Pick<Deps, 'restorableDays'>;

/**
 * Requests that all recently deleted photos come back, or those of one deletion; one of the whole library that runs ends. A job does
 * it, however many they are. Returns how many are on their way.
 */
export async function requestRestoration(
  deps: RequestDeps,
  { customerId, removalId = undefined }: Requested,
): Promise<number> {
  const { db, clock } = deps;
  const deletedDays = await deps.restorableDays();
  return await retryConflicts(() =>
    db.transaction().execute(async (trx) => {
      const now = clock();
      // Its next batch finds no deletion any more.
      if (deletedDays > 0) await withdrawLibraryDeletion(deps.objects, trx, { customerId, removalId, now });
      await sql`update photo_removals set restoring_since = ${now}::timestamptz
        where user_id = ${customerId} and id = coalesce(${removalId ?? null}::uuid, id) and restoring_since is null
          and restorable_until > ${now}::timestamptz`.execute(trx);
      const { rows } = await sql<{ photos: number }>`select count(*)::int as photos
        from photo_removals as removal join recently_deleted_photos as photo
          on photo.user_id = removal.user_id and photo.removal_id = removal.id
        where removal.user_id = ${customerId} and removal.id = coalesce(${removalId ?? null}::uuid, removal.id)
          and restoring_since is not null`.execute(trx);
      await addRestorationJob(trx, customerId);
      return rows[0]?.photos ?? 0;
    }),
  );
}

export async function addRestorationJob(db: Queryable, customerId: CustomerId): Promise<void> {
  await addJob(db, RESTORE_REMOVALS, { customerId }, { key: `${RESTORE_REMOVALS}:${customerId}` });
}

/** Brings the photos of whole deletions back in batches, each with its push. */
export function restoreRemovalsTask(deps: RestoringDeps): Task {
  return {
    name: RESTORE_REMOVALS,
    waitsForReconcile: false,
    async handle(payload) {
      const { customerId } = payloadSchema.parse(payload);
      const elapsed = startStopwatch();
      while (await restoreBatch(deps, customerId))
        if (elapsed() > TURN_MS) return await addRestorationJob(deps.db, customerId);
    },
  };
}

/** Returns whether there may be more. */
function restoreBatch(deps: RestoringDeps, customerId: CustomerId): Promise<boolean> {
  return retryConflicts(() =>
    deps.db.transaction().execute(async (trx) => {
      // Locked, so that a second run of the job waits and then continues, and whoever ends the restoration waits, too.
      const { rows } = await sql<{ id: string }>`select id from photo_removals
        where user_id = ${customerId} and restoring_since is not null order by id desc limit 1 for update`.execute(
        trx,
      );
      const [removal] = rows;
      if (!removal) return false;
      const chosen = sql<boolean>`id in (select id from recently_deleted_photos
        where user_id = ${customerId} and removal_id = ${removal.id} order by id desc limit ${PHOTOS_PER_TRANSACTION})`;
      const restored = await restoreWhere(deps, trx, { customerId, chosen, now: deps.clock() });
      if (restored.length === 0) await forgetEmptied(trx, customerId, removal.id);
      return true;
    }),
  );
}

/** Unless it still has photos, because others brought these back at the same time. */
async function forgetEmptied(trx: Queryable, customerId: CustomerId, removalId: string): Promise<void> {
  await sql`delete from photo_removals where user_id = ${customerId} and id = ${removalId}
    and not exists (select from recently_deleted_photos
      where user_id = ${customerId} and removal_id = ${removalId})`.execute(trx);
}
