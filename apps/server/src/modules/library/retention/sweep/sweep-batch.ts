import { retryConflicts } from '../../../../platform/database/errors.ts';
import { HOUR_MS } from '../../../../platform/durations.ts';
import { planSteps } from '../account/plan-steps.ts';
import type { Deps } from '../deps.ts';
import { carryOut } from './carry-out.ts';
import { type Place, takeDue } from './take-due.ts';
import { putOff, writeAccounts } from './write-accounts.ts';

/** Accounts of one transaction: orders of their customers wait for its commit. */
const BATCH = 1_000;
/** When to try again with an account that failed. */
const PUT_OFF_MS = 20 * HOUR_MS;

export type SweepDeps = Pick<Deps, 'db' | 'log' | 'publicUrl' | 'deleteLibrary'>;
type Range = { now: Date; after: Place };

/**
 * Does what is due for the next accounts, all of it or nothing. Gives where to go on, null at the end. When one account
 * fails, each gets a transaction of its own, and those that fail again are put off.
 */
export async function sweepBatch(deps: SweepDeps, range: Range): Promise<Place | null> {
  try {
    return await sweep(deps, { ...range, limit: BATCH });
  } catch (error) {
    deps.log.warn({ err: error }, 'a batch of storage accounts failed: they are taken one by one');
  }
  let after: Place | null = range.after;
  for (let taken = 0; after && taken < BATCH; taken++) after = await sweepOne(deps, { ...range, after });
  return after;
}

async function sweepOne(deps: SweepDeps, range: Range): Promise<Place | null> {
  let userId: string | null = null;
  try {
    return await sweep(deps, { ...range, limit: 1 }, (taken) => {
      userId = taken;
    });
  } catch (error) {
    if (!userId) throw error;
    deps.log.error({ err: error, userId }, 'a storage account could not be dealt with');
    await putOff(deps.db, userId, new Date(range.now.getTime() + PUT_OFF_MS));
    return range.after;
  }
}

/** The locks are taken first and everything is read after them: an order is either seen or waits for us. */
function sweep(
  deps: SweepDeps,
  { now, after, limit }: Range & { limit: number },
  onTaken: (userId: string) => void = () => undefined,
): Promise<Place | null> {
  return retryConflicts(() =>
    deps.db.transaction().execute(async (trx) => {
      const { accounts, next } = await takeDue(trx, { now, after, limit });
      const planned = accounts.map((due) => ({ due, plan: planSteps(due.account, due.facts, due.today) }));
      for (const { userId } of accounts) onTaken(userId);
      await carryOut(deps, trx, planned, now);
      if (planned.length > 0) await writeAccounts(trx, planned);
      return next;
    }),
  );
}
