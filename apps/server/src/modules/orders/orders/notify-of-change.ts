import { displayStatusOf } from '@keepsake/contracts/orders/order-status';
import type { OrderRef } from '@keepsake/contracts/orders/orders';
import type { Queryable } from '../../../platform/database/database.ts';
import type { StoredOrder } from './current-order.ts';
import type { Deps } from './deps.ts';
import type { StoredEvent } from './event-store.ts';
import type { CurrentOrder } from './rules.ts';

type Changed = {
  ref: OrderRef;
  /** The order's previous state; null for a new one. */
  before: Pick<StoredOrder, 'status'> | null;
  channel: string;
  /** Whether the customer's system is listening. */
  isListening: boolean;
  current: CurrentOrder;
  added: readonly StoredEvent[];
};

/** Notifies the customer's own system of changes to an order, in the transaction that makes them. */
export async function notifyOfChange(
  { notifyCustomer }: Pick<Deps, 'notifyCustomer'>,
  trx: Queryable,
  { ref: { customerId, orderCode }, before, channel, isListening, current, added }: Changed,
): Promise<void> {
  if (!isListening) return;
  const context = { customerId, channel, orderCode };
  const status = displayStatusOf(current.status);
  const was = before && displayStatusOf(before.status);
  if (status && status !== was) {
    const since = current.since.toISOString();
    await notifyCustomer(trx, customerId, { type: 'order.status', data: { ...context, status, since } });
  }
  for (const event of added) {
    if (event.type !== 'parcel') continue;
    const { parcelId, state, carrier = null, trackingNumber = null, trackingUrl = null } = event.data;
    const happenedAt = event.happenedAt.toISOString();
    const parcel = { parcelId, state, happenedAt, carrier, trackingNumber, trackingUrl };
    await notifyCustomer(trx, customerId, { type: 'order.parcel', data: { ...context, ...parcel } });
  }
}
