import {
  addDays,
  addMonths,
  STORAGE_GRACE_DAYS,
  type StorageReminder,
} from '@keepsake/contracts/library/retention';
import { criticalFrom, type Day, NOTICE_DAYS, reminderDays } from './days.ts';

/** The facts that decide how long a customer's photos are kept. */
export type Account = {
  projectedDeletionDate: Day;
  delayedDeletionDate: Day | null;
  state: 'kept' | 'hidden' | 'deleting';
  graceEndsOn: Day | null;
  exportedFor: Day | null;
  delays: number;
};

/** Further facts at the moment of a decision. */
export type Details = {
  hasPhotos: boolean;
  /** Whether a mail can be addressed to the customer. */
  isReachable: boolean;
  /** The reminders before the end of the storage period; `off` if there is no end. */
  retention: 'off' | { reminders: readonly StorageReminder[] };
  /** Whether the library is still being deleted. */
  isBeingDeleted: boolean;
  reminders: readonly { deletionDate: Day; reminder: StorageReminder; sentOn: Day | null }[];
};

/** Something to do for an account. */
export type Step =
  | { do: 'remind'; reminder: StorageReminder }
  | { do: 'export' }
  | { do: 'delay'; to: Day; isUnwarned: boolean }
  | { do: 'hide'; graceEndsOn: Day }
  | { do: 'delete' }
  | { do: 'settle'; to: Day };
type Wait = { do: 'wait'; until: Day };

export type Plan = {
  /** What to do now, in this order. */
  steps: readonly Step[];
  /** The account after these steps. */
  account: Account;
  /** When to examine it again: later than today. */
  until: Day;
};

/** How many more months photos are kept if their date comes and the customer was not warned: time for all mails again. */
const DELAY_MONTHS = 3;

/** The last day on which the photos are kept [RET-19]. */
export function deletionDateOf({ delayedDeletionDate, projectedDeletionDate }: Account): Day {
  return delayedDeletionDate ?? projectedDeletionDate;
}

/** Plans all steps for an account on a day. Pure: the same input gives the same plan. */
export function planSteps(account: Account, details: Details, today: Day): Plan {
  const steps: Step[] = [];
  let [now, existing] = [account, details];
  for (;;) {
    const step = decideStep(now, existing, today);
    if (step.do === 'wait') return { steps, account: now, until: step.until };
    steps.push(step);
    if (step.do === 'remind') {
      const sent = { deletionDate: deletionDateOf(now), reminder: step.reminder, sentOn: null };
      existing = { ...existing, reminders: [...existing.reminders, sent] };
    }
    if (step.do === 'delete') existing = { ...existing, isBeingDeleted: true };
    now = accountAfter(now, step);
  }
}

/** The next step on a day. When in doubt, the photos are kept. */
function decideStep(account: Account, details: Details, today: Day): Step | Wait {
  const later = addMonths(today, DELAY_MONTHS);
  if (account.state === 'deleting') {
    return details.isBeingDeleted ? wait(addDays(today, 1)) : { do: 'settle', to: later };
  }
  if (details.retention === 'off') return decideWithoutEnd(account, today);
  if (account.state === 'hidden') {
    const end = account.graceEndsOn ?? addDays(today, STORAGE_GRACE_DAYS);
    return today > end ? { do: 'delete' } : wait(addDays(end, 1));
  }
  const kinds = details.retention.reminders;
  const date = deletionDateOf(account);
  if (!details.hasPhotos)
    return today > date ? { do: 'delay', to: later, isUnwarned: false } : waitFor(date, today, kinds);
  if (today > date) {
    return wasWarned(details, date, today)
      ? { do: 'hide', graceEndsOn: addDays(today, STORAGE_GRACE_DAYS) }
      : { do: 'delay', to: later, isUnwarned: true };
  }
  return warn(account, details, { kinds, today }) ?? waitFor(date, today, kinds);
}

/** If photos are kept forever, a hidden library is shown again. Examined now and then, in case photos are to end once more. */
function decideWithoutEnd({ state }: Account, today: Day): Step | Wait {
  return state === 'hidden'
    ? { do: 'settle', to: addMonths(today, DELAY_MONTHS) }
    : wait(addMonths(today, 1));
}

/** The latest reminder that is due and unsent. If even the first mail would come too late, the date moves instead. */
function warn(
  account: Account,
  { reminders, isReachable }: Details,
  { kinds, today }: { kinds: readonly StorageReminder[]; today: Day },
): Step | null {
  const date = deletionDateOf(account);
  const sent = reminders.filter(({ deletionDate }) => deletionDate === date);
  const due = reminderDays(date, kinds).findLast(({ day }) => day <= today);
  if (due && isReachable && !sent.some(({ reminder }) => reminder === due.reminder)) {
    const isTooLate = sent.length === 0 && today > addDays(date, -NOTICE_DAYS);
    if (isTooLate) return { do: 'delay', to: addMonths(today, DELAY_MONTHS), isUnwarned: true };
    return { do: 'remind', reminder: due.reminder };
  }
  return today >= criticalFrom(date) && account.exportedFor !== date ? { do: 'export' } : null;
}

/** Whether a mail that named this date was sent early enough. */
function wasWarned({ reminders }: Details, date: Day, today: Day): boolean {
  const latest = addDays(today, -NOTICE_DAYS);
  return reminders.some(
    ({ deletionDate, sentOn }) => deletionDate === date && sentOn !== null && sentOn <= latest,
  );
}

const wait = (until: Day): Wait => ({ do: 'wait', until });

/** Waits for the next day on which something may be due, for a deletion date that has not passed. */
function waitFor(date: Day, today: Day, kinds: readonly StorageReminder[]): Wait {
  const days = [...reminderDays(date, kinds).map(({ day }) => day), criticalFrom(date), addDays(date, 1)];
  return wait(days.filter((day) => day > today).sort()[0] ?? addDays(date, 1));
}

function accountAfter(account: Account, step: Step): Account {
  switch (step.do) {
    case 'remind':
      return account;
    case 'export':
      return { ...account, exportedFor: deletionDateOf(account) };
    case 'delay': {
      const delays = account.delays + (step.isUnwarned ? 1 : 0);
      return { ...account, delayedDeletionDate: step.to, delays };
    }
    case 'hide':
      return { ...account, state: 'hidden', graceEndsOn: step.graceEndsOn };
    case 'delete':
      return { ...account, state: 'deleting' };
    case 'settle':
      return { ...account, state: 'kept', graceEndsOn: null, delayedDeletionDate: step.to };
  }
}
