import type { Module } from '../../../platform/module.ts';
import { applyReconciliation } from './apply-reconciliation.ts';
import type { Deps } from './deps.ts';
import { checkRecoveryTask, EPOCH_CRON, writeEpochTask } from './jobs.ts';
import { type Plan, planReconciliation } from './plan-reconciliation.ts';
import { watchTakeovers } from './watch-takeovers.ts';

export { isTooMuchLost } from './apply-reconciliation.ts';
export { describeEpochs } from './jobs.ts';
export type { Judged } from './judge-strays.ts';
export { isSettled, type Plan } from './plan-reconciliation.ts';

export type Reconcile = Module & {
  plan(): Promise<Plan>;
  /** Carries out a plan; returns the found files that became no photos. */
  apply(plan: Plan): ReturnType<typeof applyReconciliation>;
};

/** Notices that database or store were restored from a backup, and brings the two together again (ADR 20). */
export function createReconcile(deps: Deps): Reconcile {
  const watching = watchTakeovers(deps);
  return {
    tasks: [writeEpochTask(deps), checkRecoveryTask(deps)],
    crons: [EPOCH_CRON],
    plan: () => planReconciliation(deps),
    apply: (plan) => applyReconciliation(deps, plan),
    close: async () => watching.stop(),
  };
}
