import type { CustomerId } from '@keepsake/contracts/platform/ids';
import { HOUR_MS, MINUTE_MS } from '../../../platform/clock.ts';
import type { Queryable } from '../../../platform/database/database.ts';
import { retryConflicts } from '../../../platform/database/errors.ts';
import { addJob, addJobs, type NewJob, PRIORITY } from '../../../platform/jobs/jobs.ts';
import { push } from '../../../platform/push.ts';
import type { Deps } from './deps.ts';
import {
  ACCOUNTS_PER_BATCH,
  type DueCursor,
  lockDueAccounts,
  type PlannedAccount,
  writePlans,
} from './due-accounts.ts';
import { mailReminders, type ReminderKey } from './reminders.ts';
import { deletionDateOf, planSteps, type Step } from './rules.ts';
import { updateAccount } from './store.ts';

/** Jobs that a sweep adds; their handlers are in jobs.ts. */
export const PREPARE_EXPORT = 'prepare-storage-export';
export const FOLLOW_DELETION = 'follow-storage-deletion';

/** When to retry an account that failed. */
const RETRY_AFTER_MS = 20 * HOUR_MS;

export type SweepDeps = Pick<Deps, 'db' | 'log' | 'publicUrl' | 'deleteLibrary' | 'endDeletedPhotos'>;
type Range = { now: Date; after: DueCursor };

/**
 * Does what is due for the next accounts, all or nothing, and returns where to continue, null at the end. If a batch fails, each
 * account gets a transaction of its own, and those that fail again are postponed.
 */
export async function sweepBatch(deps: SweepDeps, range: Range): Promise<DueCursor | null> {
  try {
    return await sweep(deps, { ...range, limit: ACCOUNTS_PER_BATCH });
  } catch (error) {
    deps.log.warn({ err: error }, 'a batch of storage accounts failed: they are taken one by one');
  }
  let after: DueCursor | null = range.after;
  for (let taken = 0; after && taken < ACCOUNTS_PER_BATCH; taken++)
    after = await sweepOne(deps, { ...range, after });
  return after;
}

async function sweepOne(deps: SweepDeps, range: Range): Promise<DueCursor | null> {
  let customerId: CustomerId | null = null;
  try {
    return await sweep(deps, { ...range, limit: 1 }, (locked) => {
      customerId = locked;
    });
  } catch (error) {
    if (!customerId) throw error;
    deps.log.error({ err: error, customerId }, 'a storage account could not be processed');
    await updateAccount(deps.db, customerId, { due_at: new Date(range.now.getTime() + RETRY_AFTER_MS) });
    return range.after;
  }
}

/** Locks first and reads everything else afterwards: an order is either seen or waits for the commit. */
function sweep(
  deps: SweepDeps,
  { now, after, limit }: Range & { limit: number },
  onLocked: (customerId: CustomerId) => void = () => undefined,
): Promise<DueCursor | null> {
  return retryConflicts(() =>
    deps.db.transaction().execute(async (trx) => {
      const { accounts, next } = await lockDueAccounts(trx, { now, after, limit });
      const planned = accounts.map((due) => ({ due, plan: planSteps(due.account, due.details, due.today) }));
      for (const { customerId } of accounts) onLocked(customerId);
      await applyPlans(deps, trx, planned, now);
      if (planned.length > 0) await writePlans(trx, planned);
      return next;
    }),
  );
}

/** Reminders and exports, which most accounts need, are queued for all at once; deletions, which few need, one by one. */
async function applyPlans(
  deps: Pick<Deps, 'publicUrl' | 'deleteLibrary' | 'endDeletedPhotos'>,
  trx: Queryable,
  planned: readonly PlannedAccount[],
  now: Date,
): Promise<void> {
  await mailReminders(deps, trx, planned.flatMap(reminderOf), now);
  await addJobs(trx, planned.flatMap(exportJobOf));
  for (const { due, plan } of planned) {
    if (has(plan.steps, 'delete')) {
      await deps.deleteLibrary(trx, due.customerId, now);
      await addFollowJob(trx, due.customerId, now);
    }
    // The library is empty, and what was deleted from it before does not stay any longer.
    if (plan.steps.some((step) => step.do === 'delay' && !step.isUnwarned))
      await deps.endDeletedPhotos(trx, due.customerId, now);
    if (due.account.state !== plan.account.state) {
      await push(trx, due.customerId, { type: 'storage-changed', data: {} }, now);
    }
  }
}

/** A reminder is the last step before a date, so it names the date that the account ends up with. */
function reminderOf({ due, plan }: PlannedAccount): ReminderKey[] {
  const deletionDate = deletionDateOf(plan.account);
  return plan.steps.flatMap((step) =>
    step.do === 'remind' ? [{ customerId: due.customerId, deletionDate, reminder: step.reminder }] : [],
  );
}

function exportJobOf({ due: { customerId, channel }, plan }: PlannedAccount): NewJob[] {
  if (!has(plan.steps, 'export')) return [];
  const payload = { customerId, channel: channel.id };
  const options = { priority: PRIORITY.bulk };
  return [{ task: PREPARE_EXPORT, payload, options }];
}

/** Checks in a minute whether the library is gone. */
export async function addFollowJob(db: Queryable, customerId: CustomerId, now: Date): Promise<void> {
  const runAt = new Date(now.getTime() + MINUTE_MS);
  const options = { priority: PRIORITY.housekeeping, runAt };
  await addJob(db, FOLLOW_DELETION, { customerId }, options);
}

function has(steps: readonly Step[], what: Step['do']): boolean {
  return steps.some((step) => step.do === what);
}
