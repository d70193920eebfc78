import type { OverviewValue } from '@keepsake/contracts';
import type { Queryable } from '../../../platform/database/database.ts';
import type { Module } from '../../../platform/module.ts';
import type { Deps } from './deps.ts';
import { removeFilesOf } from './file-store.ts';
import { FORGET_PARKED_CRON, forgetParkedTask } from './jobs.ts';
import { readOrdersOnTheirWay } from './orders-on-their-way.ts';
import { orderRoutes } from './routes.ts';
import { mountOrderFiles } from './serve-files.ts';

export { deriveAnew, pushOfOrders } from './current-order.ts';
export { lockOrder, readEvents } from './event-store.ts';
export { findOrderedProduct, findProductFiles, listMaps } from './product-documents.ts';
export { readOrder, readStandings, type Standing } from './read-orders.ts';
export { addressOfFile } from './serve-files.ts';
export type { OrderRef } from './store.ts';

export type Orders = Module & {
  /** The part of the overview: null when nothing is on its way. */
  readOnTheirWay(userId: string): Promise<OverviewValue<'orders'> | null>;
  /** Removes pictures and documents of a customer's orders, in the transaction that erases the customer. */
  eraseFiles(trx: Queryable, userId: string): Promise<void>;
};

/** Orders of the shops: each accepted once, what happens to it, its files, and its effect on photos and storage. */
export function createOrders(deps: Deps): Orders {
  return {
    routes: orderRoutes(deps),
    tasks: [forgetParkedTask(deps)],
    crons: [FORGET_PARKED_CRON],
    mount: (app) => mountOrderFiles(app, deps),
    readOnTheirWay: (userId) => readOrdersOnTheirWay(deps, userId),
    eraseFiles: (trx, userId) => removeFilesOf(trx, userId, deps.clock()),
  };
}
