import { getStorageStatus } from '@keepsake/contracts';
import type { Queryable } from '../../../platform/database/database.ts';
import { type Route, route } from '../../../platform/http/route.ts';
import type { Task } from '../../../platform/jobs/jobs.ts';
import { channelOf } from './account/account-row.ts';
import { dayIn } from './account/day-in.ts';
import { extendStorage } from './account/extend-storage.ts';
import type { Deps } from './deps.ts';
import { reminderSentTask } from './mails/reminder-sent.ts';
import { mockAccount } from './mock-account.ts';
import { readAccount } from './read-account.ts';
import { followDeletionTask } from './sweep/follow-deletion.ts';
import { prepareExportTask } from './sweep/prepare-export.ts';
import { sweepStorageTask } from './sweep/sweep-storage.ts';

export { beginStorage } from './account/begin-storage.ts';
export { createHiddenLibraries } from './hidden-libraries.ts';
export { hideRoutes } from './hide-routes.ts';
export { dryRun } from './operator/dry-run.ts';
export { type Report, readReport } from './operator/report.ts';
export { sweepCron as retentionCron } from './sweep/sweep-job.ts';

export type Retention = {
  routes: Route[];
  tasks: Task[];
  /** Keeps a customer's photos for as long as an order of that moment earns, in the order's transaction. */
  extendStorage(trx: Queryable, userId: string, orderedAt: Date): Promise<void>;
};

/** How long photos are kept, who is told of it, and what happens when the time is over. */
export function createRetention(deps: Deps): Retention {
  return {
    routes: [
      route(getStorageStatus, async ({ customer: { customerId }, query }) => {
        if (!query.mock) return readAccount(deps, customerId);
        const { timeZone } = await channelOf(deps.db, customerId);
        return mockAccount(dayIn(timeZone, deps.clock()));
      }),
    ],
    tasks: [
      sweepStorageTask(deps),
      followDeletionTask(deps),
      prepareExportTask(deps),
      reminderSentTask(deps),
    ],
    extendStorage: (trx, userId, orderedAt) => extendStorage(deps, trx, userId, orderedAt),
  };
}
