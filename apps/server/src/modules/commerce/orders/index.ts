import type { Route } from '../../../platform/http/route.ts';
import type { Deps } from './deps.ts';
import { orderRoutes } from './routes.ts';

/** Orders of the shops: taken once each, and what they mean for photos and storage. */
export function createOrders(deps: Deps): { routes: Route[] } {
  return { routes: orderRoutes(deps) };
}
