import { decideStep, type Step } from './decide-step.ts';
import { type Account, type Day, deletionDateOf, type Facts } from './storage-account.ts';

export type Plan = {
  /** What is to be done now, in this order. */
  steps: readonly Exclude<Step, { do: 'wait' }>[];
  /** The account once that is done. */
  account: Account;
  /** When to look again: later than today. */
  until: Day;
};

/** All that is to be done for an account on a day. Nothing is done here, and the same again gives the same. */
export function planSteps(account: Account, facts: Facts, today: Day): Plan {
  const steps: Exclude<Step, { do: 'wait' }>[] = [];
  let [now, known] = [account, facts];
  for (;;) {
    const step = decideStep(now, known, today);
    if (step.do === 'wait') return { steps, account: now, until: step.until };
    steps.push(step);
    if (step.do === 'remind') {
      const sent = { deletionDate: deletionDateOf(now), reminder: step.reminder, sentOn: null };
      known = { ...known, reminders: [...known.reminders, sent] };
    }
    if (step.do === 'delete') known = { ...known, isBeingDeleted: true };
    now = accountAfter(now, step);
  }
}

function accountAfter(account: Account, step: Exclude<Step, { do: 'wait' }>): Account {
  switch (step.do) {
    case 'remind':
      return account;
    case 'export':
      return { ...account, exportedFor: deletionDateOf(account) };
    case 'delay':
      return {
        ...account,
        delayedDeletionDate: step.to,
        delays: account.delays + (step.isUnwarned ? 1 : 0),
      };
    case 'hide':
      return { ...account, state: 'hidden', graceEndsOn: step.graceEndsOn };
    case 'delete':
      return { ...account, state: 'deleting' };
    case 'settle':
      return { ...account, state: 'kept', graceEndsOn: null, delayedDeletionDate: step.to };
  }
}
