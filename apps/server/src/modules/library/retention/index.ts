import type { CustomerId } from '@keepsake/contracts/platform/ids';
import type { Queryable } from '../../../platform/database/database.ts';
import type { Module } from '../../../platform/module.ts';
import type { OnMailReturned } from '../../account/returned-mails/index.ts';
import type { Deps } from './deps.ts';
import { extendStorage } from './extend-storage.ts';

export { extendStorage } from './extend-storage.ts';

import { retentionTasks, SWEEP_CRON } from './jobs.ts';
import { STORAGE_DATA, TABLES } from './personal-data.ts';
import { readUrgentStorage, retentionRoutes } from './routes.ts';

export { beginStorage } from './extend-storage.ts';
export { createHiddenLibraries, hideRoutes } from './hidden-libraries.ts';
export { type DryRun, dryRun, type Report, readReport } from './report.ts';
export { ageAccount, readStorageEnd } from './store.ts';

import { markReturned } from './returned-reminders.ts';

export type Retention = Module & {
  /** Extends a customer's storage by what an order at that moment earns, in the order's transaction. */
  extendStorage(trx: Queryable, customerId: CustomerId, orderedAt: Date): Promise<void>;
  /** Notes that mails to customers came back, in the transaction that records it. */
  markReturned: OnMailReturned;
};

/** How long photos are kept, the reminders before the end, and what happens then. */
export function createRetention(deps: Deps): Retention {
  return {
    routes: retentionRoutes(deps),
    tasks: retentionTasks(deps),
    crons: [SWEEP_CRON],
    tables: TABLES,
    personalData: STORAGE_DATA,
    overview: { storage: { service: 'storage', read: (customerId) => readUrgentStorage(deps, customerId) } },
    markReturned: (trx, returned, now) => markReturned(deps, trx, returned, now),
    extendStorage: (trx, customerId, orderedAt) => extendStorage(deps, trx, customerId, orderedAt),
  };
}
