import { addDays, addMonths, STORAGE_GRACE_DAYS, type StorageReminder } from '@keepsake/contracts';
import { criticalFrom, NOTICE_DAYS, reminderDays } from './reminder-days.ts';
import { type Account, type Day, deletionDateOf, type Facts } from './storage-account.ts';

/** How long photos are kept when their date came and the customer had not been warned, in months: all mails again. */
const DELAY_MONTHS = 3;

/** The one thing to do next for an account. */
export type Step =
  | { do: 'remind'; reminder: StorageReminder }
  | { do: 'export' }
  | { do: 'delay'; to: Day; isUnwarned: boolean }
  | { do: 'hide'; graceEndsOn: Day }
  | { do: 'delete' }
  | { do: 'settle'; to: Day }
  | { do: 'wait'; until: Day };

/** What is to be done on a day. Whatever is doubtful keeps the photos. */
export function decideStep(account: Account, facts: Facts, today: Day): Step {
  const later = addMonths(today, DELAY_MONTHS);
  if (account.state === 'deleting') {
    return facts.isBeingDeleted ? wait(addDays(today, 1)) : { do: 'settle', to: later };
  }
  if (account.state === 'hidden') {
    const end = account.graceEndsOn ?? addDays(today, STORAGE_GRACE_DAYS);
    return today > end ? { do: 'delete' } : wait(addDays(end, 1));
  }
  const date = deletionDateOf(account);
  if (!facts.hasPhotos)
    return today > date ? { do: 'delay', to: later, isUnwarned: false } : waitFor(date, today);
  if (today > date) {
    return wasWarned(facts, date, today)
      ? { do: 'hide', graceEndsOn: addDays(today, STORAGE_GRACE_DAYS) }
      : { do: 'delay', to: later, isUnwarned: true };
  }
  return warn(account, facts, today) ?? waitFor(date, today);
}

/** The nearest reminder that is due and was not sent; when it would come too late for all, the date waits instead. */
function warn(account: Account, { reminders, isReachable }: Facts, today: Day): Step | null {
  const date = deletionDateOf(account);
  const sent = reminders.filter(({ deletionDate }) => deletionDate === date);
  const due = reminderDays(date).findLast(({ day }) => day <= today);
  if (due && isReachable && !sent.some(({ reminder }) => reminder === due.reminder)) {
    const isTooLate = sent.length === 0 && today > addDays(date, -NOTICE_DAYS);
    if (isTooLate) return { do: 'delay', to: addMonths(today, DELAY_MONTHS), isUnwarned: true };
    return { do: 'remind', reminder: due.reminder };
  }
  return today >= criticalFrom(date) && account.exportedFor !== date ? { do: 'export' } : null;
}

/** Whether a mail that named this date left us long enough ago. */
function wasWarned({ reminders }: Facts, date: Day, today: Day): boolean {
  const latest = addDays(today, -NOTICE_DAYS);
  return reminders.some(
    ({ deletionDate, sentOn }) => deletionDate === date && sentOn !== null && sentOn <= latest,
  );
}

const wait = (until: Day): Step => ({ do: 'wait', until });

/** Until the next day on which something may be due for a deletion date that has not passed. */
function waitFor(date: Day, today: Day): Step {
  const days = [...reminderDays(date).map(({ day }) => day), criticalFrom(date), addDays(date, 1)];
  return wait(days.filter((day) => day > today).sort()[0] ?? addDays(date, 1));
}
