import { countUsedPhotos, findUsedPhotos, placeOrder as placeOrderEndpoint } from '@keepsake/contracts';
import { type Route, route } from '../../../platform/http/route.ts';
import type { Deps } from './deps.ts';
import { placeOrder } from './place-order.ts';
import { countUsedPhotoIds, findUsedPhotoIds } from './store.ts';

/** Shop systems place orders; customers ask which of their photos are used. */
export function orderRoutes(deps: Deps): Route[] {
  return [
    route(placeOrderEndpoint, ({ service, body: order, attempt }) =>
      placeOrder(deps, { service, order, attempt }),
    ),
    route(findUsedPhotos, async ({ customer, body }) => ({
      photoIds: await findUsedPhotoIds(deps.db, customer.customerId, body.photoIds),
    })),
    route(countUsedPhotos, async ({ customer }) => ({
      photosCount: await countUsedPhotoIds(deps.db, customer.customerId),
    })),
  ];
}
