import { countUsedPhotos, findUsedPhotos } from '@keepsake/contracts/library/photo-uses';
import { changeDeliveryAddress } from '@keepsake/contracts/orders/address-change';
import { reportOrderEvents } from '@keepsake/contracts/orders/order-events';
import { putOrderFile as putOrderFileEndpoint } from '@keepsake/contracts/orders/order-files';
import {
  getOrder,
  getOrderDeliveryDates,
  getOrdersByAccount,
  getSuperorder,
  getSuperorders,
} from '@keepsake/contracts/orders/order-queries';
import { placeOrder as placeOrderEndpoint } from '@keepsake/contracts/orders/orders';
import { type Route, route } from '../../../platform/http/route.ts';
import { Problem } from '../../../platform/problem.ts';
import { sentContentOf } from '../../exchange/sent-files/index.ts';
import { countUsed, findUsed } from '../../library/photos/index.ts';
import { changeAddress } from './change-address.ts';
import type { Deps } from './deps.ts';
import { putOrderFile } from './order-files.ts';
import { placeOrder } from './place-order.ts';
import { presentDeliveryDates } from './present-delivery-dates.ts';
import { listOrders, presentOrder, presentProductionOrder } from './present-orders.ts';
import { unpaidSince } from './read-orders.ts';
import { reportEvents } from './report-events.ts';

/** Shop systems report orders and their events; customers read and redirect theirs, and ask which photos are used. */
export function orderRoutes(deps: Deps): Route[] {
  return [...shopRoutes(deps), ...customerRoutes(deps)];
}

function shopRoutes(deps: Deps): Route[] {
  // Shops report thousands at a time (ADR 59).
  const intake = { ...deps, db: deps.prepared };
  return [
    route(placeOrderEndpoint, ({ service, body: order, attempt }) =>
      placeOrder(intake, { service, order, attempt }),
    ),
    route(reportOrderEvents, async ({ service, body: { events } }) => ({
      results: await reportEvents(intake, { service, events }),
    })),
    route(putOrderFileEndpoint, ({ service, params, query, request }) =>
      putOrderFile(deps, {
        service,
        ...params,
        sha256: query.sha256,
        productCode: query.productCode,
        ...sentContentOf(request),
      }),
    ),
  ];
}

function customerRoutes(deps: Deps): Route[] {
  return [
    route(getSuperorders, ({ customer: { customerId }, query: { Offset, Limit, OrderState } }) =>
      listOrders(deps, {
        customerId,
        offset: Offset,
        limit: Limit,
        unpaidSince: OrderState === 'notExpired' ? unpaidSince(deps.clock()) : null,
      }),
    ),
    route(getSuperorder, ({ customer: { customerId }, params: { orderCode } }) =>
      presentOrder(deps, { customerId, orderCode }),
    ),
    route(changeDeliveryAddress, ({ customer: { customerId }, params: { orderCode }, body }) => {
      const { version, ...address } = body;
      return changeAddress(deps, { ref: { customerId, orderCode }, address, version });
    }),
    route(getOrdersByAccount, async ({ customer: { customerId }, params, query }) => {
      if (params.accountId !== customerId) throw new Problem('not-found');
      const { offset, limit, articleNames } = query;
      return listOrders(deps, { customerId, offset, limit, articles: articleNames });
    }),
    route(getOrder, ({ customer: { customerId }, params: { productionOrder: code } }) =>
      presentProductionOrder(deps, { customerId, code }),
    ),
    route(getOrderDeliveryDates, ({ customer: { customerId }, params: { orderCode } }) =>
      presentDeliveryDates(deps, { customerId, orderCode }),
    ),
    route(findUsedPhotos, ({ customer: { customerId }, body: { photoIds } }) =>
      findUsed(deps.db, customerId, photoIds),
    ),
    route(countUsedPhotos, ({ customer: { customerId } }) => countUsed(deps.db, customerId)),
  ];
}
