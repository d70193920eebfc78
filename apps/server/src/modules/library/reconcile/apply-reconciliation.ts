import type { CustomerId } from '@keepsake/contracts/platform/ids';
import { BATCH } from '../../../platform/jobs/jobs.ts';
import { joinEpochs } from '../../../platform/objects/epochs.ts';
import { beginJournal } from '../../../platform/recovery/journal-begin.ts';
import { dropUploads } from '../legacy-import/index.ts';
import { beginLibraryDeletion, purgeOrphanedOriginal, resumePurges } from '../photos/index.ts';
import type { Lost } from '../storage-audit/index.ts';
import type { Deps } from './deps.ts';
import type { Judged } from './judge-strays.ts';
import type { Plan } from './plan-reconciliation.ts';

/** Deletions between a backup and its restore are fewer than this; beyond it, the store is probably another one. */
const MAX_LOST = 100;
const MAX_LOST_SHARE = 0.1;
/** Whether more photos lack their objects than deletions since the backup can explain. */
export function isTooMuchLost({ lost, photos }: Plan): boolean {
  return lost.length > Math.max(MAX_LOST, photos * MAX_LOST_SHARE);
}

/**
 * Carries out a plan, then makes database and store agree. Nothing is done twice: after a kill, a new plan contains the rest.
 * Returns the found files that became no photos.
 */
export async function applyReconciliation(deps: Deps, plan: Plan): Promise<Judged['undecided']> {
  const { db, clock, objects } = deps;
  // First of all: whoever left must not come back through what follows.
  for (const step of plan.recovery.steps) await step.apply();
  for (const { customerId, erasedAt } of plan.erased) {
    await db
      .transaction()
      .execute((trx) =>
        beginLibraryDeletion(trx, customerId, erasedAt, { reason: 'customer', isFinal: false }),
      );
  }
  const refused: Judged['undecided'] = [];
  for (const found of plan.found) {
    if (!(await deps.commitFound(found))) refused.push({ reason: 'no photo', objectKey: found.objectKey });
  }
  // After the found files: one of them may be the lost original of a photo, and repairs it.
  if (plan.epochs.status === 'database-older') {
    await inBatches(plan.lost, (customerId, rows) => dropLost(deps, customerId, rows));
    await settleDeleted(deps, plan);
    await inBatches(plan.lostLegacy, (customerId, rows) =>
      dropUploads(
        db,
        customerId,
        rows.map(({ id }) => id),
      ),
    );
  }
  for (const { customerId, uploadId, objectKey } of plan.remains) {
    const orphaned = { customerId, id: uploadId, objectKey };
    await db.transaction().execute((trx) => purgeOrphanedOriginal(trx, orphaned, clock()));
  }
  await joinEpochs({ db, objects });
  await beginJournal({ db, objects });
  await resumePurges(db);
  return refused;
}

/** Drops photos that still lack their originals: since the plan, their customers may have sent the files again. */
async function dropLost(
  { db, dropPhotos }: Pick<Deps, 'db' | 'dropPhotos'>,
  customerId: CustomerId,
  rows: readonly Lost[],
): Promise<void> {
  const stillLost = await db
    .selectFrom('library_photos')
    .select('id')
    .where('user_id', '=', customerId)
    .where(
      'id',
      'in',
      rows.map(({ id }) => id),
    )
    .where(
      'object_key',
      'in',
      rows.map(({ objectKey }) => objectKey),
    )
    .execute();
  if (stillLost.length === 0) return;
  const remaining = await dropPhotos(
    customerId,
    stillLost.map(({ id }) => id),
  );
  if (remaining.length > 0) throw new Error('Photos are being changed at this moment: run it again');
}

/** Recently deleted photos that some customers have back, and others ended. */
async function settleDeleted(
  { renewDeleted, endDeleted }: Pick<Deps, 'renewDeleted' | 'endDeleted'>,
  { epochs, lostDeleted }: Pick<Plan, 'epochs' | 'lostDeleted'>,
): Promise<void> {
  await renewDeleted(epochs.databaseAt);
  const idsOf = (rows: readonly Lost[]) => rows.map(({ id }) => id);
  await inBatches(lostDeleted, (customerId, rows) => endDeleted(customerId, idsOf(rows)));
}

async function inBatches(
  lost: readonly Lost[],
  drop: (customerId: CustomerId, rows: readonly Lost[]) => Promise<unknown>,
): Promise<void> {
  for (const [customerId, rows] of Map.groupBy(lost, (row) => row.customerId)) {
    for (let index = 0; index < rows.length; index += BATCH) {
      await drop(customerId, rows.slice(index, index + BATCH));
    }
  }
}
