import type { OrderEvent } from '@keepsake/contracts/orders/order-events';
import { displayStatusOf } from '@keepsake/contracts/orders/order-status';
import type { Order, OrderRef } from '@keepsake/contracts/orders/orders';
import type { ServiceCaller } from '../../../platform/auth.ts';
import type { Queryable } from '../../../platform/database/database.ts';
import { type Attempt, actOnce } from '../../../platform/idempotency.ts';
import { faultyField, Problem } from '../../../platform/problem.ts';
import { requireOpenCustomer } from '../../account/customers/index.ts';
import { checkServiceChannel } from '../../frame/channels/index.ts';
import { addOrderUses } from '../../library/photos/index.ts';
import { listUsedUp, setVoucherUses } from '../vouchers/index.ts';
import { extendStorageFor, pushOfOrders, readStored, refreshOrder } from './current-order.ts';
import type { Deps } from './deps.ts';
import { findMisfits, parkAgain, parseTaken, type Reported, storedOf, takeParkedSql } from './event-store.ts';
import { refusedFor } from './named-products.ts';
import { notifyOfChange } from './notify-of-change.ts';
import { repairOrder } from './repair-order.ts';
import { faultOfTime } from './report-events.ts';
import { deriveOrder, isCancelled } from './rules.ts';
import { type Incoming, insertOrder, type OrderAnswer, orderRequests, placedOf } from './store.ts';
import { requireInvoiceable } from './tax-faults.ts';

export type Placement = {
  service: ServiceCaller;
  attempt: Attempt;
  order: Order;
  /** Further work that belongs to a new order's transaction. */
  onPlaced?(trx: Queryable): Promise<void>;
};
type PlacingDeps = Pick<
  Deps,
  | 'db'
  | 'clock'
  | 'extendStorage'
  | 'notifyCustomer'
  | 'isCustomerListeningSql'
  | 'onSent'
  | 'isUninvoiceable'
  | 'journal'
>;

/**
 * Accepts an order with the photos it uses, the storage it earns and the events that arrived before it, all or nothing. Repeating
 * it with the same key changes nothing and gets the same answer. An order whose invoice cannot be issued is corrected by sending it again.
 */
export async function placeOrder(
  deps: PlacingDeps,
  { service, attempt, order, onPlaced }: Placement,
): Promise<OrderAnswer & { notes?: string[] }> {
  const receivedAt = deps.clock();
  const createdAt = order.createdAt ? new Date(order.createdAt) : receivedAt;
  checkOrder({ order, service, createdAt, receivedAt });
  const incoming = { order, service: service.name, createdAt, receivedAt };
  let misfits: readonly OrderEvent[] | null = null;
  const place = async (trx: Queryable) => {
    const { b2b_authentication_method: business } = await requireOpenCustomer(trx, order.customerId);
    requireInvoiceable(order, business !== null);
    misfits = await addOrder(deps, trx, incoming);
    await onPlaced?.(trx);
    return { orderCode: order.orderCode, createdAt: createdAt.toISOString() };
  };
  const answer = await actOnce(deps.db, { attempt, records: orderRequests(incoming) }, place).catch(repair);
  const notes = [
    ...misfitNotes(order, misfits ?? (await findMisfits(deps.db, order))),
    ...(await voucherNotes(deps, order)),
  ];
  return { ...answer, ...(notes.length > 0 && { notes }) };

  async function repair(error: unknown): Promise<OrderAnswer> {
    if (!(error instanceof Problem) || error.code !== 'conflict') throw error;
    const repaired = await repairOrder(deps, { attempt, incoming });
    if (!repaired) throw error;
    return repaired;
  }
}

// Notes for the shop besides the answer, repeated with it: the order is kept as received.

async function voucherNotes({ db }: Pick<Deps, 'db'>, order: Order): Promise<string[]> {
  if (order.products.every(({ voucher }) => voucher === undefined)) return [];
  const codes = await listUsedUp(db, order);
  return codes.map((code) => `The voucher ${code} had been used already. The order was kept as it is.`);
}

function misfitNotes(order: Order, misfits: readonly OrderEvent[]): string[] {
  return misfits.map((event) => {
    const names = namesRefused(order, event).join(', ');
    return `The event ${event.id} (${event.type}) came before the order and names what the order does not have: ${names}. It was not applied.`;
  });
}

function namesRefused(order: Order, event: OrderEvent): string[] {
  const products = order.products.map(({ code, productionOrder = order.orderCode }) => ({
    code,
    productionOrder,
  }));
  return storedOf({ service: '', channels: null, event }).flatMap((each) => refusedFor(products, each));
}

/** Returns the events that came before the order and do not fit it. */
async function addOrder(deps: PlacingDeps, trx: Queryable, incoming: Incoming): Promise<OrderEvent[]> {
  const { order, createdAt, receivedAt: now } = incoming;
  const ref = { customerId: order.customerId, orderCode: order.orderCode };
  const current = deriveOrder(placedOf(incoming), []);
  // Lock order: order (by its request), storage account, deletion of the library, photos, vouchers.
  const changed = order.reorderOf ? [order.orderCode, order.reorderOf] : [order.orderCode];
  const pushed = pushOfOrders(ref.customerId, changed, now);
  const isListeningSql = deps.isCustomerListeningSql(ref.customerId);
  const { taken, isListening } = await insertOrder(trx, incoming, {
    current,
    pushed,
    taken: takeParkedSql(order),
    isListeningSql,
  });
  const early = parseTaken(taken, order.orderCode);
  if (!isCancelled(current.status)) {
    await extendStorageFor(deps, trx, { ref, createdAt, receivedAt: now });
    const made = order.products.filter(
      (_, position) => !isCancelled(current.products[position]?.status ?? ''),
    );
    const photoIds = [...new Set(made.flatMap((product) => product.photoIds))];
    await addOrderUses(trx, ref, { photoIds, createdAt, now });
    const vouchers = made.flatMap(({ voucher }) => voucher ?? []);
    if (vouchers.length > 0) await setVoucherUses(deps, trx, ref, { vouchers, now });
  }
  if (displayStatusOf(current.status) === 'Sent')
    await deps.onSent?.(trx, { ...ref, channel: order.channel });
  const misfits = early.filter(({ event }) => namesRefused(order, event).length > 0);
  const parked = early.filter((each) => !misfits.includes(each));
  await parkAgain(trx, misfits);
  const since = parked.length > 0 ? await applyParked(deps, trx, { ref, parked }) : { current, added: [] };
  await notifyOfChange(deps, trx, { ref, before: null, channel: order.channel, isListening, ...since });
  return misfits.map(({ event }) => event);
}

type Waiting = { ref: OrderRef; parked: readonly Omit<Reported, 'channels'>[] };

/** Adds the events parked for the order; returns its resulting state. */
async function applyParked(deps: PlacingDeps, trx: Queryable, { ref, parked }: Waiting) {
  const before = await readStored(trx, ref);
  const reported = parked.map((each) => ({ ...each, channels: null }));
  return await refreshOrder(deps, trx, { ref, before, reported });
}

type Checked = { order: Order; service: ServiceCaller; createdAt: Date; receivedAt: Date };

function checkOrder({ order, service, createdAt, receivedAt }: Checked): void {
  const fault = faultOfTime(createdAt, receivedAt);
  if (fault) throw faultyField('body.createdAt', fault);
  checkServiceChannel(service, order.channel);
  if (order.deliveryType === 'PickupPoint' && !order.pickupPoint)
    throw faultyField('body.pickupPoint', 'is missing');
  if (order.reorderOf === order.orderCode) throw faultyField('body.reorderOf', 'is the order itself');
}
