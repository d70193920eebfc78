import { type ListedOrder, ORDERS_PER_CALL } from '@keepsake/contracts/orders/order-queries';
import { displayStatusOf, IN_PROGRESS_MS, isInProgress } from '@keepsake/contracts/orders/order-status';
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
  const inProgress = orders.filter((order) => isInProgress(order, now) && isAwaited(order));
  if (inProgress.length === 0) return null;
  // Unpaid orders come first, because nothing happens to them until they are paid. The others stay newest first.
  const byUrgency = inProgress.toSorted((a, b) => Number(isPaid(a)) - Number(isPaid(b)));
  return { orders: byUrgency.slice(0, OVERVIEW_ROWS), total: inProgress.length };
}

const isAwaited = ({ status, deliveredAt }: ListedOrder) =>
  deliveredAt === null && displayStatusOf(status) !== 'Cancelled';
const isPaid = ({ unpaidUntil }: ListedOrder) => unpaidUntil === null;
