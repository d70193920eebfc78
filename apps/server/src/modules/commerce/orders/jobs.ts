import type { Cron, Task } from '../../../platform/jobs/jobs.ts';
import type { Deps } from './deps.ts';
import { forgetParked } from './event-store.ts';

const FORGET_PARKED = 'forget-parked-events';
export const FORGET_PARKED_CRON: Cron = { task: FORGET_PARKED, at: '41 3 * * *' };

/** Deletes events whose order has not arrived. */
export function forgetParkedTask({ db, clock }: Pick<Deps, 'db' | 'clock'>): Task {
  return {
    name: FORGET_PARKED,
    async handle() {
      await forgetParked(db, clock());
    },
  };
}
