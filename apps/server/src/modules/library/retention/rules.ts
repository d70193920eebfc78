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
  /** The first date that moved because warnings of it came back. */
  movedFrom: Day | null;
};

/** A warning that was queued for a date. */
type Warning = {
  deletionDate: Day;
  reminder: StorageReminder;
  sentOn: Day | null;
  /** When it last came back, even if it has been sent to another address since. */
  returnedOn: Day | null;
  isReturned: boolean;
  /** Whether it came back from an address that the customer has changed since. */
  isElsewhere: boolean;
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
  reminders: readonly Warning[];
  /** The date that the customer last saw in the account, and since when. */
  seen: { date: Day; on: Day } | null;
};

/** Something to do for an account. */
export type Step =
  | { do: 'remind'; reminder: StorageReminder }
  | { do: 'export' }
  | { do: 'delay'; to: Day; isUnwarned: boolean; movedFrom?: Day }
  | { do: 'hide'; graceEndsOn: Day }
  | { do: 'delete' }
  | { do: 'settle'; to: Day; movedFrom?: Day };
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
/** How much later than its first date storage ends at most because warnings came back. */
const MAX_MOVED_MONTHS = 12;

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
      existing = { ...existing, reminders: withSent(existing.reminders, deletionDateOf(now), step.reminder) };
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
  if (account.state === 'hidden') return decideHidden(account, details, today);
  const kinds = details.retention.reminders;
  const date = deletionDateOf(account);
  if (!details.hasPhotos)
    return today > date ? { do: 'delay', to: later, isUnwarned: false } : waitFor(date, today, kinds);
  if (today > date) {
    return wasWarned(account, details, today)
      ? { do: 'hide', graceEndsOn: addDays(today, STORAGE_GRACE_DAYS) }
      : { do: 'delay', isUnwarned: true, ...movedEnd(account, details, today) };
  }
  const due = warn(account, details, { kinds, today });
  if (due) return due;
  // Whatever reaches the customer next, a new address or a look at the account, is seen on the next day.
  return hasReturned(account, details) ? wait(addDays(today, 1)) : waitFor(date, today, kinds);
}

/** A hidden library is deleted at the end of its grace period, or shown again if the warnings turn out to have come back. */
function decideHidden(account: Account, details: Details, today: Day): Step | Wait {
  const end = account.graceEndsOn ?? addDays(today, STORAGE_GRACE_DAYS);
  const hiddenOn = addDays(end, -STORAGE_GRACE_DAYS);
  if (hasReturned(account, details) && !wasWarned(account, details, hiddenOn))
    return { do: 'settle', ...movedEnd(account, details, today) };
  return today > end ? { do: 'delete' } : wait(addDays(end, 1));
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
  details: Details,
  { kinds, today }: { kinds: readonly StorageReminder[]; today: Day },
): Step | null {
  const { reminders, isReachable } = details;
  const date = deletionDateOf(account);
  const sent = reminders.filter(({ deletionDate, isElsewhere }) => deletionDate === date && !isElsewhere);
  const due = reminderDays(date, kinds).findLast(({ day }) => day <= today);
  if (due && isReachable && !sent.some(({ reminder }) => reminder === due.reminder)) {
    const isTooLate = stayedOf(account, details).length === 0 && today > addDays(date, -NOTICE_DAYS);
    if (isTooLate) return { do: 'delay', isUnwarned: true, ...movedEnd(account, details, today) };
    return { do: 'remind', reminder: due.reminder };
  }
  return today >= criticalFrom(date) && account.exportedFor !== date ? { do: 'export' } : null;
}

/**
 * Whether a mail that named the date was sent early enough and stayed. If one came back, an earlier one is no proof, but the customer
 * may have seen the date in the account; and the date does not move for ever.
 */
function wasWarned(account: Account, details: Details, today: Day): boolean {
  const date = deletionDateOf(account);
  const latest = addDays(today, -NOTICE_DAYS);
  const isInTime = ({ sentOn }: Warning) => sentOn !== null && sentOn <= latest;
  if (stayedOf(account, details).some(isInTime)) return true;
  if (!warningsOf(account, details).some(isInTime)) return false;
  const { movedFrom } = account;
  const hasMovedEnough = movedFrom !== null && date >= addMonths(movedFrom, MAX_MOVED_MONTHS);
  return hasMovedEnough || (details.seen?.date === date && details.seen.on <= latest);
}

const warningsOf = (account: Account, { reminders }: Pick<Details, 'reminders'>): Warning[] =>
  reminders.filter(({ deletionDate }) => deletionDate === deletionDateOf(account));

function lastReturnOf(account: Account, details: Pick<Details, 'reminders'>): Day | null {
  const days = warningsOf(account, details).flatMap(({ returnedOn }) => returnedOn ?? []);
  return days.sort().at(-1) ?? null;
}

const hasReturned = (account: Account, details: Details) => lastReturnOf(account, details) !== null;

/** The warnings of the date that did not come back, and were not sent before another one did. */
function stayedOf(account: Account, details: Details): Warning[] {
  const lastReturn = lastReturnOf(account, details);
  return warningsOf(account, details).filter(
    ({ isReturned, sentOn }) =>
      !isReturned && (lastReturn === null || sentOn === null || sentOn >= lastReturn),
  );
}

/** The end of storage once its date comes without a warning: later, but not for ever if it moves because warnings came back. */
function movedEnd(account: Account, details: Details, today: Day): { to: Day; movedFrom?: Day } {
  const to = addMonths(today, DELAY_MONTHS);
  if (!hasReturned(account, details)) return { to };
  const movedFrom = account.movedFrom ?? deletionDateOf(account);
  const last = addMonths(movedFrom, MAX_MOVED_MONTHS);
  // A date without time for a warning would only move again.
  return { to: last > addDays(today, NOTICE_DAYS) && last < to ? last : to, movedFrom };
}

/** Reminders once one was sent, again if it had come back. */
function withSent(reminders: readonly Warning[], deletionDate: Day, reminder: StorageReminder): Warning[] {
  const isSame = (one: Warning) => one.deletionDate === deletionDate && one.reminder === reminder;
  const returnedOn = reminders.find(isSame)?.returnedOn ?? null;
  const sent = { deletionDate, reminder, sentOn: null, returnedOn, isReturned: false, isElsewhere: false };
  return [...reminders.filter((one) => !isSame(one)), sent];
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
      const movedFrom = step.movedFrom ?? account.movedFrom;
      return { ...account, delayedDeletionDate: step.to, delays, movedFrom };
    }
    case 'hide':
      return { ...account, state: 'hidden', graceEndsOn: step.graceEndsOn };
    case 'delete':
      return { ...account, state: 'deleting' };
    case 'settle':
      return {
        ...account,
        state: 'kept',
        graceEndsOn: null,
        delayedDeletionDate: step.to,
        movedFrom: step.movedFrom ?? null,
      };
  }
}
