import { countUsedPhotos, findUsedPhotos } from '@keepsake/contracts/library/photo-uses';
import { changeDeliveryAddress } from '@keepsake/contracts/orders/address-change';
import { PARKED_DAYS, reportOrderEvents } from '@keepsake/contracts/orders/order-events';
import { putOrderFile as putOrderFileEndpoint } from '@keepsake/contracts/orders/order-files';
import {
  getOrder,
  getOrderDeliveryDates,
  getOrdersByAccount,
  getSuperorder,
  getSuperorders,
} from '@keepsake/contracts/orders/order-queries';
import { placeOrder as placeOrderEndpoint } from '@keepsake/contracts/orders/orders';
import { sql } from 'kysely';
import { ago, DAY_MS } from '../../../platform/clock.ts';
import { type Route, route } from '../../../platform/http/route.ts';
import type { Module } from '../../../platform/module.ts';
import { Problem } from '../../../platform/problem.ts';
import { mountFiles, sentContentOf } from '../../exchange/sent-files/index.ts';
import { countUsed, findUsed } from '../../library/photos/index.ts';
import { changeAddress } from './change-address.ts';
import type { Deps } from './deps.ts';
import { ORDER_FILES, readFile } from './file-store.ts';
import { putOrderFile } from './order-files.ts';
import { readOrdersInProgress } from './orders-in-progress.ts';
import { ordersData, TABLES } from './personal-data.ts';
import { placeOrder } from './place-order.ts';
import { presentDeliveryDates } from './present-delivery-dates.ts';
import { listOrders, presentOrder, presentProductionOrder } from './present-orders.ts';
import { unpaidSince } from './read-orders.ts';
import { reportEvents } from './report-events.ts';

export { type Block, blockSql, parseBlock, presentBlock } from './blocks.ts';
export { giveUpAddressChange } from './change-address.ts';
export { pushOfOrders, rederiveOrders } from './current-order.ts';
export type {
  DatedOrder,
  FollowOrder,
  IsOnlineProductSql,
  IsUninvoiceable,
  JudgeNeededDates,
  WithdrawnOrder,
} from './deps.ts';
export { findOwner as findOrderOwner, lockOrder, readEvents, readParcels } from './event-store.ts';
export { ORDER_FILES } from './file-store.ts';
export { concerns, type Happened } from './happened.ts';
export { deriveMoney, deriveRefunds, isPaymentEvent } from './money.ts';
export { unknownIn } from './named-products.ts';
export { orderOfProductSql, ordersOfProductSql, readOrderedProducts } from './ordered-products.ts';
export { type Placement, placeOrder } from './place-order.ts';
export { discountOfOrder, faultOfTotal } from './price-faults.ts';
export { findOrderedProduct, findProductFiles, listMaps } from './product-documents.ts';
export { type OrderState, readOrder, readOrderStates } from './read-orders.ts';
export { readSoldOrder, type SoldLine, type SoldOrder } from './read-sold-order.ts';
export { findRequests, orderRef } from './store.ts';
export {
  categoryOf,
  faultOfSupply,
  faultOfTaxes,
  findTaxFaults,
  placeOfDelivery,
  sentenceOfTaxFault,
} from './tax-faults.ts';
export {
  ISSUED_CATEGORIES,
  isIssuedCategory,
  isRateOf,
  VAT_CATEGORIES,
  type VatCategory,
} from './vat-categories.ts';

/** Orders from shops: each accepted once, its events and files, and its effect on photos and storage. */
export function createOrders(deps: Deps): Module {
  return {
    routes: orderRoutes(deps),
    mount: (app) =>
      mountFiles(app, deps, {
        area: ORDER_FILES,
        find: (customerId, fileId) => readFile(deps.db, customerId, fileId),
      }),
    overview: { orders: { service: 'orders', read: (customerId) => readOrdersInProgress(deps, customerId) } },
    tables: TABLES,
    /** Events whose order has not arrived. */
    expires: [
      {
        table: 'order_event_keys',
        column: 'received_at',
        before: ago(PARKED_DAYS * DAY_MS),
        only: sql`parked is not null`,
      },
    ],
    personalData: ordersData(deps),
  };
}

/** Shop systems report orders and their events; customers read and redirect theirs, and ask which photos are used. */
function orderRoutes(deps: Deps): Route[] {
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
