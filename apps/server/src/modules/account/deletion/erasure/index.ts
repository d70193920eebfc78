import type { CustomerId } from '@keepsake/contracts/platform/ids';
import type { Queryable } from '../../../../platform/database/database.ts';
import type { Module } from '../../../../platform/module.ts';
import type { IsErased } from '../../../../platform/personal-data.ts';
import type { ErasureDeps } from './deps.ts';
import { CHECK_CRON, checkErasuresTask, endErasureTask, eraseAccountTask, eraseAreaTask } from './jobs.ts';
import { erasureRecovery } from './recover-erasures.ts';
import { createTombstones } from './tombstones.ts';

export { listErasures, type UnderWay } from './store.ts';
export { createTombstones } from './tombstones.ts';

export type Erasure = Required<Pick<Module, 'tasks' | 'crons' | 'tables' | 'personalData' | 'recoveries'>> & {
  isErased: IsErased;
  /** Leaves a tombstone for an account that has nothing left to erase. */
  leaveTombstone(trx: Queryable, customerId: CustomerId): Promise<void>;
};

/** What follows the grace period of an account that its customer deleted: every area erases what it keeps (ADR 39). */
export async function createErasure(deps: ErasureDeps): Promise<Erasure> {
  const tombstones = await createTombstones(deps.secrets, deps.issuer);
  return {
    tasks: [
      eraseAccountTask(deps),
      eraseAreaTask(deps),
      endErasureTask(deps, tombstones),
      checkErasuresTask(deps),
    ],
    crons: [CHECK_CRON],
    // Records of the erasure are deleted when it ends.
    tables: {
      erasure_areas: { customer: 'user_id', erasedBy: 'module' },
      erased_accounts: { stays: 'no later call creates the customer anew' },
    },
    personalData: { area: 'erasure' },
    recoveries: [erasureRecovery(deps, tombstones)],
    isErased: tombstones.has,
    leaveTombstone: (trx, customerId) => tombstones.insert(trx, customerId, deps.clock()),
  };
}
