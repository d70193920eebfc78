import { byUrgency, isFinished, isGivenUp, isToPay } from '@keepsake/contracts/orders/order-headline';
import { type ListedOrder, ORDERS_PER_CALL } from '@keepsake/contracts/orders/order-queries';
import { IN_PROGRESS_MS, isInProgress } from '@keepsake/contracts/orders/order-status';
import { OVERVIEW_ROWS, type OverviewValue } from '@keepsake/contracts/overview';
import type { CustomerId } from '@keepsake/contracts/platform/ids';
import type { Deps } from './deps.ts';
import { listOrders } from './present-orders.ts';
import { unpaidSince } from './read-orders.ts';

/** The part of the overview about a customer's orders: those with something still to come. Null if there are none. */
export async function readOrdersInProgress(
  deps: Deps,
  customerId: CustomerId,
): Promise<OverviewValue<'orders'> | null> {
  const now = deps.clock();
  const { orders } = await listOrders(deps, {
    customerId,
    offset: 0,
    limit: ORDERS_PER_CALL,
    unpaidSince: unpaidSince(now),
    placedSince: new Date(now.getTime() - IN_PROGRESS_MS),
  });
  const awaited = orders.filter(
    (order) =>
      !isFinished(order) && !isNeverPaid(order) && (isInProgress(order, now) || order.collection !== null),
  );
  if (awaited.length === 0) return null;
  const [unpaid, onTheirWay] = [
    awaited.filter(isToPay),
    byUrgency(awaited.filter((order) => !isToPay(order))),
  ];
  return { unpaid: firstOf(unpaid), onTheirWay: firstOf(onTheirWay) };
}

/** Whether nothing comes of an order, because its customer withdrew from it instead of paying it. */
const isNeverPaid = (order: ListedOrder) => order.unpaidUntil !== null && isGivenUp(order);
const firstOf = (orders: readonly ListedOrder[]) => ({
  orders: orders.slice(0, OVERVIEW_ROWS),
  total: orders.length,
});
