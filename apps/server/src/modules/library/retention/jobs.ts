import { STORAGE_REMINDERS } from '@keepsake/contracts/library/retention';
import { customerIdSchema } from '@keepsake/contracts/platform/ids';
import * as z from 'zod';
import { startStopwatch } from '../../../platform/clock.ts';
import {
  addJob,
  type Cron,
  keyedTask,
  PATIENT_ATTEMPTS,
  PRIORITY,
  type Task,
  TURN_MS,
} from '../../../platform/jobs/jobs.ts';
import { findLibraryDeletion } from '../photos/index.ts';
import type { Deps } from './deps.ts';
import { type DueCursor, markHiddenWithoutEndDue, START } from './due-accounts.ts';
import { markSent, REMINDER_SENT } from './reminders.ts';
import { markDeletionDue } from './store.ts';
import { addFollowJob, FOLLOW_DELETION, PREPARE_EXPORT, type SweepDeps, sweepBatch } from './sweep.ts';

const SWEEP_STORAGE = keyedTask('sweep-storage', { foundBy: 'sweep-storage' });
/** No other run makes up for a failed one: accounts would be a day late. */
export const SWEEP_CRON: Cron = {
  task: SWEEP_STORAGE,
  at: '10 5 * * *',
  isMadeUpFor: true,
  maxAttempts: PATIENT_ATTEMPTS,
};

export function retentionTasks(deps: Deps): Task[] {
  return [sweepStorageTask(deps), followDeletionTask(deps), prepareExportTask(deps), reminderSentTask(deps)];
}

const sweepPayload = z
  .object({ after: z.object({ dueAt: z.string(), customerId: customerIdSchema }).optional() })
  .catch({});

/** Sweeps the due accounts. Completed accounts are no longer due: a killed job resumes, and two share the work. */
function sweepStorageTask(deps: SweepDeps & Pick<Deps, 'clock' | 'otherClock' | 'objects'>): Task {
  return {
    name: SWEEP_STORAGE,
    waitsForReconcile: false,
    async handle(payload) {
      // The orders that extend storage may be among the missing rows.
      if (!(await deps.objects.mayRemove())) return;
      const elapsed = startStopwatch();
      const now = await earlierNow(deps);
      await markHiddenWithoutEndDue(deps.db, now);
      let after: DueCursor = sweepPayload.parse(payload).after ?? START;
      for (;;) {
        const next = await sweepBatch(deps, { now, after });
        // Accounts that became due or were locked in the meantime are found by starting over.
        if (!next && after === START) return;
        after = next ?? START;
        if (elapsed() > TURN_MS) {
          // Runs before the mails and exports that it queues: all customers are planned first.
          return await addJob(deps.db, SWEEP_STORAGE, { after }, { key: `${SWEEP_STORAGE}-on` });
        }
      }
    },
  };
}

/** The earlier of two clocks: one that is wrongly ahead ends nothing early. */
async function earlierNow({ clock, otherClock }: Pick<Deps, 'clock' | 'otherClock'>): Promise<Date> {
  const [own, other] = [clock(), await otherClock()];
  return new Date(Math.min(own.getTime(), other.getTime()));
}

const deletionPayload = z.object({ customerId: customerIdSchema });

/** Makes an account due once its library is gone, so that the customer can start again within minutes. */
function followDeletionTask({ db, clock }: Pick<Deps, 'db' | 'clock'>): Task {
  return {
    name: FOLLOW_DELETION,
    waitsForReconcile: false,
    async handle(payload) {
      const { customerId } = deletionPayload.parse(payload);
      if (await findLibraryDeletion(db, customerId)) return await addFollowJob(db, customerId, clock());
      await markDeletionDue(db, customerId, clock());
      await addJob(db, SWEEP_STORAGE, {}, { key: SWEEP_STORAGE, priority: PRIORITY.housekeeping });
    },
  };
}

const exportPayload = z.object({ customerId: customerIdSchema, channel: z.string() });

/** Requests the export of a customer whose storage became critical; a failure delays nobody else. */
function prepareExportTask({ db, requestExport }: Pick<Deps, 'db' | 'requestExport'>): Task {
  return {
    name: PREPARE_EXPORT,
    waitsForReconcile: false,
    async handle(payload) {
      const request = { ...exportPayload.parse(payload), reason: 'retention' as const };
      await db.transaction().execute((trx) => requestExport(trx, request));
    },
  };
}

const reminderPayload = z.object({
  customerId: customerIdSchema,
  deletionDate: z.string(),
  reminder: z.enum(STORAGE_REMINDERS),
});

/** Records a reminder that the mail server accepted: without one, nothing is ever hidden. */
function reminderSentTask({ db, clock }: Pick<Deps, 'db' | 'clock'>): Task {
  return {
    name: REMINDER_SENT,
    waitsForReconcile: false,
    handle: (payload) => markSent(db, reminderPayload.parse(payload), clock()),
  };
}
