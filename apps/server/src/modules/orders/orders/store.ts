import type { Order, OrderRef } from '@keepsake/contracts/orders/orders';
import { type CustomerId, customerIdSchema } from '@keepsake/contracts/platform/ids';
import { type RawBuilder, sql } from 'kysely';
import * as z from 'zod';
import type { Queryable } from '../../../platform/database/database.ts';
import type { AnswerRecords } from '../../../platform/idempotency.ts';
import { insertRows, lockOf } from './event-store.ts';
import type { CurrentOrder, CurrentProduct, PlacedOrder } from './rules.ts';

/** An OrderRef in a job or a journal. */
export const orderRef = z.object({ customerId: customerIdSchema, orderCode: z.string() });

/** The answer to the shop: the code, and when the order counts as placed. */
export type OrderAnswer = { orderCode: string; createdAt: string };

/** An incoming order. */
export type Incoming = { order: Order; service: string; createdAt: Date; receivedAt: Date };

const json = (value: unknown) => (value === undefined || value === null ? null : JSON.stringify(value));
const date = (value: string | undefined) => (value === undefined ? null : new Date(value));

/** The input of the rules for an incoming order. */
export function placedOf({ order, createdAt }: Incoming): PlacedOrder {
  return {
    createdAt,
    status: order.status,
    total: order.total,
    paymentUrl: order.paymentUrl ?? null,
    promised: order.deliveryPromise ?? null,
    addressChangeableUntil: date(order.addressChangeableUntil),
    products: order.products.map((product) => ({
      code: product.code,
      productionOrder: product.productionOrder ?? order.orderCode,
      status: product.status,
      paymentChangedAt: date(product.paymentChangedDate),
      quantity: product.quantity,
      price: product.price,
    })),
  };
}

/** The derived columns of an order. */
function currentColumns(current: CurrentOrder) {
  return {
    current_status: current.status,
    current_since: current.since,
    current_total: current.total,
    current_payment_url: current.paymentUrl,
    first_promised_from: current.promised?.from ?? null,
    first_promised_to: current.promised?.to ?? null,
    expected_from: current.expected?.from ?? null,
    expected_to: current.expected?.to ?? null,
    delivered_at: current.deliveredAt,
    awaits_payment: current.awaitsPayment,
  };
}

type Inserting = {
  current: CurrentOrder;
  pushed: RawBuilder<unknown>;
  taken: RawBuilder<unknown>;
  isListeningSql: RawBuilder<unknown>;
};

/**
 * Inserts an order with its lines, notifies screens with `pushed` and returns JSON of the rows of the statement `taken` and the
 * value of `isListeningSql`, all in one round trip.
 */
export async function insertOrder(
  trx: Queryable,
  incoming: Incoming,
  { current, pushed, taken, isListeningSql }: Inserting,
): Promise<{ taken: unknown; isListening: boolean }> {
  const { customerId, orderCode, products } = incoming.order;
  const placed = trx.insertInto('orders').values({ ...orderRow(incoming), ...currentColumns(current) });
  const lines = insertRows(
    'order_products',
    products.map((product, position) => ({
      user_id: customerId,
      order_code: orderCode,
      position,
      ...lineOf(product, orderCode),
      ...currentLine(productAt(current, position)),
    })),
  );
  const { rows } = await sql<{
    taken: unknown;
    listens: boolean;
  }>`with placed as (${placed}), lines as (${lines}), taken as (${taken})
    select ${pushed}, (select json_agg(taken) from taken) as taken, ${isListeningSql} as listens`.execute(
    trx,
  );
  return { taken: rows[0]?.taken ?? null, isListening: rows[0]?.listens ?? false };
}

const orderRow = ({ order, service, createdAt, receivedAt }: Incoming) => ({
  user_id: order.customerId,
  code: order.orderCode,
  channel: order.channel,
  service,
  status: order.status,
  currency: order.currency,
  total: order.total,
  created_at: createdAt,
  received_at: receivedAt,
  source: order.source ?? null,
  delivery_type: order.deliveryType ?? null,
  delivery_address: json(order.deliveryAddress),
  pickup_point: json(order.pickupPoint),
  invoice_address: json(order.invoiceAddress),
  delivery_charge: order.deliveryCharge ?? null,
  buyer_vat_id: order.buyerVatId ?? null,
  promised_from: order.deliveryPromise?.from ?? null,
  promised_to: order.deliveryPromise?.to ?? null,
  address_changeable_until: date(order.addressChangeableUntil),
  reorder_of: order.reorderOf ?? null,
  payment_url: order.paymentUrl ?? null,
  products_count: order.products.length,
});

function lineOf(product: Order['products'][number], orderCode: string) {
  return {
    code: product.code,
    production_order: product.productionOrder ?? orderCode,
    title: product.title ?? null,
    article: product.article ?? null,
    quantity: product.quantity,
    price: product.price,
    net_price: product.netPrice ?? null,
    vat_rate: product.vatRate ?? null,
    vat_category: product.vatCategory ?? null,
    discounts: product.discounts ?? null,
    voucher: product.voucher ?? null,
    voucher_details: product.voucherDetails ?? null,
    status: product.status,
    payment_changed_at: date(product.paymentChangedDate),
    is_personalised: product.isPersonalised ?? null,
    withdrawal: product.withdrawal ?? null,
    photo_ids: product.photoIds,
  };
}

function currentLine(product: CurrentProduct) {
  return {
    current_status: product.status,
    current_since: product.since,
    current_payment_changed_at: product.paymentChangedAt,
    current_quantity: product.quantity,
    current_price: product.price,
  };
}

function productAt({ products }: CurrentOrder, position: number): CurrentProduct {
  const product = products[position];
  if (!product) throw new RangeError('Every product has a current state');
  return product;
}

type Updating = {
  current: CurrentOrder;
  /** A statement that adds the events behind the new state. */
  events?: RawBuilder<unknown>;
  pushed?: RawBuilder<unknown>;
};

/** Stores the current state of an order and its products, with its new events, and notifies screens with `pushed`. */
export async function updateCurrent(
  trx: Queryable,
  { customerId, orderCode }: OrderRef,
  { current, events = sql`select`, pushed = sql`null` }: Updating,
): Promise<void> {
  const order = trx
    .updateTable('orders')
    .set(currentColumns(current))
    .where('user_id', '=', customerId)
    .where('code', '=', orderCode);
  const lines = current.products.map((product, position) => ({ position, ...currentLine(product) }));
  await sql`with added as (${events}), changed as (${order}), changed_lines as (
      update order_products as line set current_status = new.current_status, current_since = new.current_since,
        current_payment_changed_at = new.current_payment_changed_at, current_quantity = new.current_quantity,
        current_price = new.current_price
      from json_to_recordset(${JSON.stringify(lines)}::json) as new (position smallint, current_status text,
        current_since timestamptz, current_payment_changed_at timestamptz, current_quantity int, current_price bigint)
      where line.user_id = ${customerId} and line.order_code = ${orderCode} and line.position = new.position
        and (line.current_status, line.current_since, line.current_payment_changed_at, line.current_quantity,
          line.current_price) is distinct from (new.current_status, new.current_since, new.current_payment_changed_at,
          new.current_quantity, new.current_price)
    ) select ${pushed}`.execute(trx);
}

/** The products of an order that were ordered with a voucher, by position. */
export async function readVouchers(trx: Queryable, { customerId, orderCode }: OrderRef) {
  const rows = await trx
    .selectFrom('order_products')
    .select(['position', 'voucher'])
    .where('user_id', '=', customerId)
    .where('order_code', '=', orderCode)
    .where('voucher', 'is not', null)
    .execute();
  return rows.map(({ position, voucher }) => ({ position, voucher: voucher ?? '' }));
}

/**
 * The requests of a shop, with their answers. They are kept forever, and for all customers together: neither a key nor an order
 * code may be reused for somebody else.
 */
export function orderRequests({
  order,
  service,
  createdAt,
  receivedAt,
}: Incoming): AnswerRecords<OrderAnswer> {
  return {
    async claim(trx, { key, requestHash }) {
      // Under the order's lock, so that no event of it is parked from here on.
      const { numAffectedRows } = await sql`with locked as materialized (select ${lockOf(order.orderCode)})
        insert into order_requests (service, idempotency_key, request_hash, order_code, customer_id, created_at, received_at)
        select ${service}, ${key}, ${requestHash}::bytea, ${order.orderCode}, ${order.customerId}::uuid,
          ${createdAt}::timestamptz, ${receivedAt}::timestamptz from locked
        on conflict do nothing`.execute(trx);
      return numAffectedRows === 1n;
    },
    async find(trx, { key }) {
      const row = await trx
        .selectFrom('order_requests')
        .select(['request_hash', 'order_code', 'created_at'])
        .where('service', '=', service)
        .where('idempotency_key', '=', key)
        .executeTakeFirst();
      if (!row) return undefined;
      const answer = { orderCode: row.order_code, createdAt: row.created_at.toISOString() };
      return { requestHash: row.request_hash, answer };
    },
  };
}

export type OrderRequest = { orderCode: string; customerId: CustomerId | null; requestHash: Buffer };

/** The requests by which orders with these codes came in, of any customer. */
export async function findRequests(db: Queryable, codes: readonly string[]): Promise<OrderRequest[]> {
  if (codes.length === 0) return [];
  return db
    .selectFrom('order_requests')
    .select(['order_code as orderCode', 'customer_id as customerId', 'request_hash as requestHash'])
    .where('order_code', 'in', [...codes])
    .execute();
}
