import type { Queryable } from '../../../../platform/database/database.ts';
import { retryConflicts } from '../../../../platform/database/errors.ts';
import type { JobAttempt, Task } from '../../../../platform/jobs/jobs.ts';
import { push } from '../../../../platform/push.ts';
import type { Deps } from '../deps.ts';
import type { ExportRef, ExportRow } from '../export-row.ts';
import { beginExport, endExport, lockRunning } from '../export-store.ts';
import { readLibraryState } from '../library-state.ts';
import { mailOutcome } from '../mails/mail-outcome.ts';
import { LAY_OUT_EXPORT } from '../request-export.ts';
import { layOutLibrary } from './lay-out-library.ts';

/**
 * The job that makes an export: all of it, its READY and the mail of it in one transaction, so that whoever is killed has
 * done nothing, and the next attempt begins anew.
 */
export function layOutExportTask(deps: Deps): Task {
  return {
    name: LAY_OUT_EXPORT,
    async handle(payload, { attempt, maxAttempts }: JobAttempt) {
      const ref = payload as ExportRef;
      if (!(await beginExport(deps.db, ref, deps.clock()))) return;
      try {
        await retryConflicts(() => makeReady(deps, ref));
      } catch (error) {
        if (attempt < maxAttempts) throw error;
        deps.log.error({ err: error, ...ref }, 'an export was given up');
        await failExport(deps, ref);
      }
    },
  };
}

function makeReady(deps: Deps, ref: ExportRef): Promise<void> {
  const { db, clock, chunkBytes } = deps;
  const transaction = db.transaction().setIsolationLevel('repeatable read');
  return transaction.execute(async (trx) => {
    const row = await lockRunning(trx, ref);
    if (!row) return;
    await layOutLibrary(trx, row, chunkBytes);
    const libraryState = await readLibraryState(trx, ref.userId);
    await endExport(trx, ref, { status: 'READY', libraryState, now: clock() });
    await tellOutcome(deps, trx, row, 'ready');
  });
}

/** Gives an export up for good, and tells its customer. */
export function failExport(deps: Deps, ref: ExportRef): Promise<void> {
  return deps.db.transaction().execute(async (trx) => {
    const row = await lockRunning(trx, ref);
    if (!row) return;
    await endExport(trx, ref, { status: 'FAILED', now: deps.clock() });
    await tellOutcome(deps, trx, row, 'failed');
  });
}

/** By mail, and to the screens that are open. */
async function tellOutcome(deps: Deps, trx: Queryable, row: ExportRow, outcome: 'ready' | 'failed') {
  await mailOutcome(deps, trx, row, outcome);
  await push(trx, row.user_id, { type: 'exports-changed', data: {} }, deps.clock());
}
