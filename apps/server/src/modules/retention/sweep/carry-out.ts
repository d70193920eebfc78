import type { Queryable } from '../../../platform/database/database.ts';
import { addJob, PRIORITY } from '../../../platform/jobs/jobs.ts';
import { push } from '../../../platform/push/push-hub.ts';
import type { Plan } from '../account/plan-steps.ts';
import { deletionDateOf } from '../account/storage-account.ts';
import type { Deps } from '../deps.ts';
import { mailReminder } from '../mails/mail-reminder.ts';
import { addFollowJob } from './follow-deletion.ts';
import { PREPARE_EXPORT } from './prepare-export.ts';
import type { DueAccount } from './take-due.ts';

/** Does what a plan says, in the transaction that keeps its account locked and writes it down. */
export async function carryOut(
  deps: Pick<Deps, 'publicUrl' | 'deleteLibrary'>,
  trx: Queryable,
  { due, plan, now }: { due: DueAccount; plan: Plan; now: Date },
): Promise<void> {
  const { userId, channel, today } = due;
  let { account } = due;
  for (const step of plan.steps) {
    switch (step.do) {
      case 'delay':
        account = { ...account, delayedDeletionDate: step.to };
        break;
      case 'remind': {
        const deletionDate = deletionDateOf(account);
        await mailReminder(deps, trx, { userId, deletionDate, reminder: step.reminder, today, now });
        break;
      }
      case 'export': {
        const options = { key: `${PREPARE_EXPORT}:${userId}`, priority: PRIORITY.bulk };
        await addJob(trx, PREPARE_EXPORT, { userId, channel: channel.id }, options);
        break;
      }
      case 'delete':
        await deps.deleteLibrary(trx, userId, now);
        await addFollowJob(trx, userId);
        break;
      case 'hide':
      case 'settle':
        await push(trx, userId, { type: 'storage-changed', data: {} }, now);
    }
  }
}
