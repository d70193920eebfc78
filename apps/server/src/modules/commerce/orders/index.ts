import type { Module } from '../../../platform/module.ts';
import type { Deps } from './deps.ts';
import { FORGET_PARKED_CRON, forgetParkedTask } from './jobs.ts';
import { orderRoutes } from './routes.ts';

export { deriveAnew } from './current-order.ts';
export { readStandings, type Standing } from './read-orders.ts';

/** Orders of the shops: each accepted once, what happens to it, and its effect on photos and storage. */
export function createOrders(deps: Deps): Module {
  return { routes: orderRoutes(deps), tasks: [forgetParkedTask(deps)], crons: [FORGET_PARKED_CRON] };
}
