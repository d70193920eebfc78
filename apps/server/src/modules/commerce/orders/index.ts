import type { Module } from '../../../platform/module.ts';
import type { Deps } from './deps.ts';
import { orderRoutes } from './routes.ts';

/** Orders of the shops: each accepted once, with its effect on photos and storage. */
export function createOrders(deps: Deps): Module {
  return { routes: orderRoutes(deps) };
}
