import type { Budget, Endpoint } from '@keepsake/contracts/platform/endpoint';
import { createAllowances } from '../allowances.ts';
import { type Clock, MINUTE_MS } from '../clock.ts';
import type { Database } from '../database/database.ts';
import { findAnswer } from '../idempotency.ts';
import { networkOf } from '../network.ts';
import { Problem } from '../problem.ts';
import type { Throttle } from '../throttle.ts';
import type { Call } from './route.ts';

/** Throws the problem `too-many-requests` if a budget of the call is spent; otherwise spends it. */
export type SpendBudgets = (endpoint: Endpoint, call: Call) => Promise<void>;

type Deps = {
  db: Database;
  clock: Clock;
  throttle: Pick<Throttle, 'spend'>;
  /** The budget of calls that declare none, per minute. */
  requestsPerMinute: number;
};

/** Counts calls as their budgets say: on this node, or in the database for all of them. */
export function createBudgets({ db, clock, throttle, requestsPerMinute }: Deps): SpendBudgets {
  const here = createAllowances();
  const usual: readonly Budget[] = [{ calls: requestsPerMinute, seconds: MINUTE_MS / 1000 }];
  return async (endpoint, call) => {
    const { budgets = usual } = endpoint;
    if (budgets.length === 0 || (await isRepetition({ db, clock }, call))) return;
    for (const budget of budgets) {
      const name = `budget:${endpoint.name}`;
      const subject = subjectOf(budget, call);
      const until = budget.isShared
        ? await throttle.spend({ ...budget, name }, subject)
        : here.take(`${name} ${subject}`, 1, { ...budget, amount: budget.calls }, clock());
      if (!until) continue;
      const seconds = Math.max(1, Math.ceil((until.getTime() - clock().getTime()) / 1000));
      throw new Problem('too-many-requests', { headers: { 'retry-after': String(seconds) } });
    }
  };
}

/** A repeated attempt gets its recorded answer, so it neither spends nor is refused. */
async function isRepetition(deps: Pick<Deps, 'db' | 'clock'>, { customer, attempt }: Call): Promise<boolean> {
  if (!customer || !attempt) return false;
  return (await findAnswer(deps, { customer, attempt })) !== undefined;
}

function subjectOf({ per }: Budget, { customer, service, params, request }: Call): string {
  const caller = customer?.customerId ?? service?.name ?? networkOf(request.ip);
  return per === undefined ? caller : `${caller} ${String((params as Record<string, unknown>)[per])}`;
}
