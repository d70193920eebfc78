import { displayStatusOf, ORDER_STATUSES, type OrderStatus } from '@keepsake/contracts/orders/order-status';
import type { OrderRef } from '@keepsake/contracts/orders/orders';
import type { CustomerId } from '@keepsake/contracts/platform/ids';
import { type RawBuilder, sql } from 'kysely';
import * as z from 'zod/mini';
import type { Database, Queryable } from '../../../platform/database/database.ts';
import { Problem } from '../../../platform/problem.ts';
import { pushSql } from '../../../platform/push.ts';
import { parseStoredColumn, storedTime } from '../../../platform/stored-json.ts';
import { addOrderUses, removeOrderUses } from '../../library/photos/index.ts';
import { setVoucherUses } from '../vouchers/index.ts';
import type { Deps } from './deps.ts';
import {
  addEventsSql,
  eventOf,
  eventRow,
  lockOrder,
  type Reported,
  type StoredEvent,
  storedOf,
} from './event-store.ts';
import { readOrderStates } from './read-orders.ts';
import { type CurrentOrder, deriveOrder, isCancelled, type PlacedOrder } from './rules.ts';
import { readVouchers, updateCurrent } from './store.ts';

type StorageDeps = Pick<Deps, 'clock' | 'extendStorage' | 'onSent' | 'journal'>;

type Refreshing = { ref: OrderRef; before: StoredOrder; reported: readonly Reported[] };
type Refreshed = { current: CurrentOrder; added: StoredEvent[] };

/**
 * Adds events to an order and derives its current state again, with the consequences for photos and storage: in the transaction
 * that recorded their ids, under the order's lock. Returns those of a known type.
 */
export async function refreshOrder(
  deps: StorageDeps,
  trx: Queryable,
  { ref, before, reported }: Refreshing,
): Promise<Refreshed> {
  const now = deps.clock();
  const added = reported.flatMap(storedOf);
  const current = deriveOrder(before.placed, [...before.events, ...added]);
  const pushed = pushOfOrders(ref.customerId, [ref.orderCode], now);
  await updateCurrent(trx, ref, { current, pushed, events: addEventsSql({ ...ref, reported, now }) });
  await followCancellations(deps, trx, { ref, before, current });
  if (displayStatusOf(current.status) === 'Sent')
    await deps.onSent?.(trx, { ...ref, channel: before.channel });
  return { current, added };
}

/** Derives all orders of a customer again; returns how many changed. */
export async function rederiveOrders(db: Database, customerId: CustomerId): Promise<number> {
  let changed = 0;
  for (const { orderCode } of await readOrderStates(db, customerId)) {
    changed += await db.transaction().execute(async (trx) => {
      const ref = { customerId, orderCode };
      await lockOrder(trx, orderCode);
      const before = await readStored(trx, ref);
      const current = deriveOrder(before.placed, before.events);
      await updateCurrent(trx, ref, { current });
      const isOther = (status: string, position: number) => status !== current.products[position]?.status;
      return Number(before.statuses.some(isOther));
    });
  }
  return changed;
}

/** Notifies the customer's screens that orders are new or changed: SQL for a statement that does more. */
export const pushOfOrders = (customerId: CustomerId, orderCodes: string[], now: Date): RawBuilder<unknown> =>
  pushSql(customerId, { type: 'orders-changed', data: { orderCodes } }, now);

export type StoredOrder = {
  channel: string;
  placed: PlacedOrder;
  receivedAt: Date;
  /** The current status. */
  status: string;
  /** The current statuses of its products. */
  statuses: string[];
  events: StoredEvent[];
  isCustomerListening: boolean;
  /** The ids recorded while it was read. */
  claimed: string[];
};

/** Its lines as they were placed, with their current status, and its events. */
const storedParts = z.object({
  lines: z.nullable(
    z.array(
      z.object({
        code: z.string(),
        productionOrder: z.string(),
        status: z.enum(ORDER_STATUSES),
        paymentChangedAt: z.nullable(storedTime),
        quantity: z.number(),
        price: z.number(),
        current: z.string(),
      }),
    ),
  ),
  events: z.nullable(z.array(eventRow)),
});

type OrderRow = Record<keyof z.infer<typeof storedParts>, unknown> & {
  channel: string;
  created_at: Date;
  received_at: Date;
  status: OrderStatus;
  current: string;
  total: number;
  payment_url: string | null;
  promised_from: string | null;
  promised_to: string | null;
  address_changeable_until: Date | null;
  listens: boolean;
  claimed: string[];
};

/** Additional work of the round trip that reads an order. */
type Besides = {
  /** A statement that returns ids of events. */
  claim?: RawBuilder<unknown>;
  isListening?: RawBuilder<unknown>;
};

/** An order with its lines and events, in one round trip. */
export async function readStored(
  trx: Queryable,
  { customerId, orderCode }: OrderRef,
  { claim = sql`select null as external_id where false`, isListening = sql`false` }: Besides = {},
): Promise<StoredOrder> {
  const { rows } = await sql<OrderRow>`with claimed as (${claim})
    select channel, created_at, received_at, status, coalesce(current_status, status) as current, total, payment_url,
      promised_from, promised_to, address_changeable_until, ${isListening} as listens,
      array(select external_id from claimed) as claimed,
      (select json_agg(json_build_object('code', code, 'productionOrder', production_order, 'status', status,
          'paymentChangedAt', payment_changed_at, 'quantity', quantity, 'price', price, 'current', current_status)
          order by position)
        from order_products where user_id = ${customerId} and order_code = ${orderCode}) as lines,
      (select json_agg(json_build_object('type', type, 'data', data, 'happenedAt', happened_at,
          'productCodes', product_codes, 'productionOrder', production_order, 'place', place, 'note', note) order by id)
        from order_events where user_id = ${customerId} and order_code = ${orderCode}) as events
    from orders where user_id = ${customerId} and code = ${orderCode}`.execute(trx);
  const [order] = rows;
  if (!order) throw new Problem('not-found');
  return storedOrderOf(order, orderCode);
}

function storedOrderOf(order: OrderRow, orderCode: string): StoredOrder {
  const { lines, events } = parseStoredColumn(storedParts, order, `order ${orderCode}`);
  const { promised_from: from, promised_to: to } = order;
  return {
    channel: order.channel,
    receivedAt: order.received_at,
    status: order.current,
    isCustomerListening: order.listens,
    claimed: order.claimed,
    statuses: (lines ?? []).map(({ current }) => current),
    events: (events ?? []).flatMap(eventOf),
    placed: {
      createdAt: order.created_at,
      status: order.status,
      total: order.total,
      paymentUrl: order.payment_url,
      promised: from && to ? { from, to } : null,
      addressChangeableUntil: order.address_changeable_until,
      products: lines ?? [],
    },
  };
}

type Followed = { ref: OrderRef; before: StoredOrder; current: CurrentOrder };

/**
 * Unmarks photos of a cancelled product as ordered, and its voucher as used, and marks them again if it was sent after all.
 * Earned storage stays, because what its end would do cannot be undone.
 */
async function followCancellations(
  deps: StorageDeps,
  trx: Queryable,
  { ref, before, current }: Followed,
): Promise<void> {
  const were = before.statuses.map(isCancelled);
  const are = current.products.map(({ status }) => isCancelled(status));
  if (were.every((was, index) => was === are[index])) return;
  const { createdAt } = before.placed;
  if (were.every(Boolean))
    await extendStorageFor(deps, trx, { ref, createdAt, receivedAt: before.receivedAt });
  const now = deps.clock();
  const positions = (isGone: boolean) => [...are.keys()].filter((index) => are[index] === isGone);
  const used = new Set(await readPhotoIds(trx, ref, positions(false)));
  const gone = await readPhotoIds(trx, ref, positions(true));
  await addOrderUses(trx, ref, { photoIds: [...used], createdAt, now });
  await removeOrderUses(trx, ref, { photoIds: gone.filter((photoId) => !used.has(photoId)), now });
  const lines = await readVouchers(trx, ref);
  const vouchers = lines.flatMap(({ position, voucher }) => (are[position] ? [] : voucher));
  if (lines.length > 0) await setVoucherUses(deps, trx, ref, { vouchers, now });
}

type Earned = { ref: OrderRef; createdAt: Date; receivedAt: Date };

/** Extends the customer's storage for an order; a shop's fast clock earns no extra day. */
export async function extendStorageFor(
  { extendStorage }: Pick<Deps, 'extendStorage'>,
  trx: Queryable,
  { ref, createdAt, receivedAt }: Earned,
): Promise<void> {
  await extendStorage(trx, ref.customerId, new Date(Math.min(createdAt.getTime(), receivedAt.getTime())));
}

/** Ids of the photos in some products of an order. */
async function readPhotoIds(
  trx: Queryable,
  { customerId, orderCode }: OrderRef,
  positions: readonly number[],
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select distinct unnest(photo_ids) as id from order_products
    where user_id = ${customerId} and order_code = ${orderCode} and position = any(${positions}::int[])`.execute(
    trx,
  );
  return rows.map(({ id }) => id);
}
