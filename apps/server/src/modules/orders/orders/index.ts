import { PARKED_DAYS } from '@keepsake/contracts/orders/order-events';
import { sql } from 'kysely';
import { ago, DAY_MS } from '../../../platform/clock.ts';
import type { Module } from '../../../platform/module.ts';
import { mountFiles } from '../../exchange/sent-files/index.ts';
import type { Deps } from './deps.ts';
import { ORDER_FILES, readFile } from './file-store.ts';
import { readOrdersInProgress } from './orders-in-progress.ts';
import { ordersData, TABLES } from './personal-data.ts';
import { orderRoutes } from './routes.ts';

export { giveUpAddressChange } from './change-address.ts';
export { pushOfOrders, rederiveOrders } from './current-order.ts';
export type { DatedOrder, IsOnlineProductSql, JudgeNeededDates } from './deps.ts';
export { findOwner as findOrderOwner, lockOrder, readEvents } from './event-store.ts';
export { ORDER_FILES } from './file-store.ts';
export { concerns, type Happened } from './happened.ts';
export { deriveMoney, deriveRefunds, isPaymentEvent } from './money.ts';
export { unknownIn } from './named-products.ts';
export { orderOfProductSql, ordersOfProductSql, readOrderedProducts } from './ordered-products.ts';
export { placeOrder } from './place-order.ts';
export { discountOfOrder, faultOfTotal } from './price-faults.ts';
export { findOrderedProduct, findProductFiles, listMaps } from './product-documents.ts';
export { type Block, blockSql, presentBlock, readParcels } from './read-events.ts';
export { type OrderState, readOrder, readOrderStates } from './read-orders.ts';
export { readSoldOrder, type SoldLine, type SoldOrder } from './read-sold-order.ts';
export { findRequests } from './store.ts';
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
