import type { StorageReminder } from '@keepsake/contracts';
import type { Queryable } from '../../../../platform/database/database.ts';
import { addJobs, type NewJob, PRIORITY } from '../../../../platform/jobs/jobs.ts';
import { push } from '../../../../platform/push.ts';
import type { Step } from '../account/decide-step.ts';
import type { ReminderKey } from '../account/reminders.ts';
import { deletionDateOf } from '../account/storage-account.ts';
import type { Deps } from '../deps.ts';
import { mailReminders } from '../mails/mail-reminder.ts';
import { addFollowJob } from './follow-deletion.ts';
import { PREPARE_EXPORT } from './prepare-export.ts';
import type { Planned } from './write-accounts.ts';

/**
 * Does what plans say, in the transaction that keeps their accounts locked and writes them down. What most accounts need
 * is done for all at once; what few need, for each.
 */
export async function carryOut(
  deps: Pick<Deps, 'publicUrl' | 'deleteLibrary'>,
  trx: Queryable,
  planned: readonly Planned[],
  now: Date,
): Promise<void> {
  await mailReminders(deps, trx, planned.flatMap(reminderOf), now);
  await addJobs(trx, planned.flatMap(exportJobOf));
  for (const { due, plan } of planned) {
    if (has(plan.steps, 'delete')) {
      await deps.deleteLibrary(trx, due.userId, now);
      await addFollowJob(trx, due.userId);
    }
    if (due.account.state !== plan.account.state) {
      await push(trx, due.userId, { type: 'storage-changed', data: {} }, now);
    }
  }
}

/** A reminder is the last thing that may happen to a date: it names the one that the account has in the end. */
function reminderOf({ due, plan }: Planned): ReminderKey[] {
  const deletionDate = deletionDateOf(plan.account);
  return plan.steps.flatMap((step) => {
    if (step.do !== 'remind') return [];
    const reminder: StorageReminder = step.reminder;
    return [{ userId: due.userId, deletionDate, reminder }];
  });
}

function exportJobOf({ due: { userId, channel }, plan }: Planned): NewJob[] {
  if (!has(plan.steps, 'export')) return [];
  const payload = { userId, channel: channel.id };
  const options = { key: `${PREPARE_EXPORT}:${userId}`, priority: PRIORITY.bulk };
  return [{ task: PREPARE_EXPORT, payload, options }];
}

function has(steps: readonly Step[], what: Step['do']): boolean {
  return steps.some((step) => step.do === what);
}
