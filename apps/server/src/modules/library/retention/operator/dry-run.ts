import type { Database } from '../../../../platform/database/database.ts';
import { planSteps } from '../account/plan-steps.ts';
import { type Place, readDue, START } from '../sweep/take-due.ts';

/** Accounts read at once. */
const BATCH = 1_000;
/** Customers named for each kind of step. */
const EXAMPLES = 10;

/** What a sweep would do: kind of step, how many customers, some of them. */
export type DryStep = { what: string; count: number; examples: string[] };
export type DryRun = { accounts: number; steps: DryStep[] };

/** Plans what the next sweep at a moment would do, and does nothing of it. */
export async function dryRun(db: Database, now: Date): Promise<DryRun> {
  const steps = new Map<string, DryStep>();
  let accounts = 0;
  for (let after: Place | null = START; after !== null; ) {
    const due = await readDue(db, { now, after, limit: BATCH });
    accounts += due.accounts.length;
    for (const { userId, account, facts, today } of due.accounts) {
      for (const step of planSteps(account, facts, today).steps) {
        const what = step.do === 'remind' ? `remind, ${step.reminder}` : step.do;
        const known = steps.get(what) ?? { what, count: 0, examples: [] };
        if (known.examples.length < EXAMPLES) known.examples.push(userId);
        steps.set(what, { ...known, count: known.count + 1 });
      }
    }
    after = due.next;
  }
  return { accounts, steps: [...steps.values()].sort((a, b) => (a.what < b.what ? -1 : 1)) };
}
