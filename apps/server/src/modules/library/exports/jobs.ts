import { EXPORT_READY_HOURS } from '@keepsake/contracts/library/exports';
import { type CustomerId, customerIdSchema } from '@keepsake/contracts/platform/ids';
import * as z from 'zod';
import { HOUR_MS } from '../../../platform/clock.ts';
import type { Queryable } from '../../../platform/database/database.ts';
import { retryConflicts } from '../../../platform/database/errors.ts';
import { type Cron, isRunAgain, type JobAttempt, type Task } from '../../../platform/jobs/jobs.ts';
import { resumeStalled } from '../../../platform/jobs/stalled-work.ts';
import { push } from '../../../platform/push.ts';
import { readPhotosCount } from '../photos/index.ts';
import type { Deps } from './deps.ts';
import { mailOutcome } from './mail-outcome.ts';
import { planExport } from './plan-export.ts';
import { readLibraryState } from './read-library.ts';
import { addPlanJob, PLAN_EXPORT } from './request-export.ts';
import {
  beginExport,
  type ExportRef,
  type ExportRow,
  endExport,
  forgetExports,
  inProgressSql,
  lockRunning,
} from './store.ts';

const payloadSchema = z.object({ customerId: customerIdSchema, exportId: z.string() });

const CHECK_EXPORTS = 'check-exports';
export const CHECK_CRON: Cron = { task: CHECK_EXPORTS, at: '8,18,28,38,48,58 * * * *' };
const PROMISED_MS = EXPORT_READY_HOURS * HOUR_MS;

export function exportTasks(deps: Deps): Task[] {
  return [planExportTask(deps), checkExportsTask(deps)];
}

/** Plans an export, marks it READY and mails the customer in one transaction: a killed job leaves nothing half done. */
function planExportTask(deps: Deps): Task {
  return {
    name: PLAN_EXPORT,
    waitsForReconcile: false,
    async handle(payload, attempt: JobAttempt) {
      const ref = payloadSchema.parse(payload);
      if (!(await beginExport(deps.db, ref, deps.clock()))) return;
      await pushChange(deps, deps.db, ref.customerId);
      try {
        await retryConflicts(() => makeReady(deps, ref));
      } catch (error) {
        if (isRunAgain(attempt, error)) throw error;
        deps.log.error({ err: error, ...ref }, 'an export was given up');
        await failExport(deps, ref);
      }
    },
  };
}

/** Housekeeping: stalled exports get another job or, if late, fail; expired ones are deleted. */
function checkExportsTask(deps: Deps): Task {
  return {
    name: CHECK_EXPORTS,
    waitsForReconcile: false,
    async handle() {
      const now = deps.clock();
      const resume = async (row: ExportRow) => {
        const isLate = now.getTime() - row.created_at.getTime() > PROMISED_MS;
        if (isLate) await failExport(deps, { customerId: row.user_id, exportId: row.id });
        else await addPlanJob(deps.db, row);
      };
      await resumeStalled(deps, { waiting: inProgressSql(PLAN_EXPORT), resume });
      await forgetExports(deps.db, now);
    },
  };
}

/** Disk space that planning takes per photo, in bytes: its lines in chunks, PostgreSQL's log of them, and sorting. */
const PLANNED_BYTES = 600;

async function makeReady(deps: Deps, ref: ExportRef): Promise<void> {
  const { db, clock, chunkBytes, objects } = deps;
  using _room = await objects.room.take(PLANNED_BYTES * (await readPhotosCount(db, ref.customerId)));
  const transaction = db.transaction().setIsolationLevel('repeatable read');
  await transaction.execute(async (trx) => {
    const row = await lockRunning(trx, ref);
    if (!row) return;
    await planExport(trx, row, chunkBytes);
    const libraryState = await readLibraryState(trx, ref.customerId);
    await endExport(trx, ref, { status: 'READY', libraryState, now: clock() });
    await notify(deps, trx, row, 'ready');
  });
}

function failExport(deps: Pick<Deps, 'db' | 'clock' | 'publicUrl'>, ref: ExportRef): Promise<void> {
  return deps.db.transaction().execute(async (trx) => {
    const row = await lockRunning(trx, ref);
    if (!row) return;
    await endExport(trx, ref, { status: 'FAILED', now: deps.clock() });
    await notify(deps, trx, row, 'failed');
  });
}

/** Notifies the customer by mail, and the open screens. */
async function notify(
  deps: Pick<Deps, 'publicUrl' | 'clock'>,
  trx: Queryable,
  row: ExportRow,
  outcome: 'ready' | 'failed',
) {
  await mailOutcome(deps, trx, row, outcome);
  await pushChange(deps, trx, row.user_id);
}

const pushChange = ({ clock }: Pick<Deps, 'clock'>, db: Queryable, customerId: CustomerId) =>
  push(db, customerId, { type: 'exports-changed', data: {} }, clock());
