import { isDeepStrictEqual } from 'node:util';
import type { Order, OrderRef } from '@keepsake/contracts/orders/orders';
import { sql } from 'kysely';
import type { Queryable } from '../../../platform/database/database.ts';
import type { Attempt } from '../../../platform/idempotency.ts';
import { requireOpenCustomer } from '../../account/customers/index.ts';
import { pushOfOrders } from './current-order.ts';
import type { Deps } from './deps.ts';
import { lockOrder } from './event-store.ts';
import { ADDRESSES, placedAddressesOf } from './placed-addresses.ts';
import type { Incoming, OrderAnswer } from './store.ts';
import { findRefusal, requireInvoiceable } from './tax-faults.ts';

type RepairDeps = Pick<Deps, 'db' | 'clock' | 'onSent' | 'isUninvoiceable'>;
type Repair = { attempt: Attempt; incoming: Incoming };

/**
 * Corrects the taxes, buyer and addresses of a known order whose invoice cannot be issued as it is, and has the invoice tried again.
 * Everything else must be as it was sent first. Null for any other order, which stays as it is.
 */
export function repairOrder(deps: RepairDeps, { attempt, incoming }: Repair): Promise<OrderAnswer | null> {
  const { order, service } = incoming;
  const ref = { customerId: order.customerId, orderCode: order.orderCode };
  return deps.db.transaction().execute(async (trx) => {
    await lockOrder(trx, ref.orderCode);
    const placed = await findPlaced(trx, ref, service);
    if (!placed || !isSameButForTaxes(order, placed)) return null;
    const answer = { orderCode: ref.orderCode, createdAt: placed.createdAt.toISOString() };
    if (await isRepaired(trx, attempt, service)) return answer;
    const { b2b_authentication_method: business } = await requireOpenCustomer(trx, ref.customerId);
    const isInvoiced = business !== null;
    const refusal = findRefusal(withoutTotal(placed), isInvoiced);
    const isFaulty = refusal.length > 0 || (await deps.isUninvoiceable?.(trx, ref));
    if (!isFaulty) return null;
    requireInvoiceable(withoutTotal(order), isInvoiced);
    await correct(trx, ref, order);
    const { key, requestHash } = attempt;
    await trx
      .insertInto('order_repairs')
      .values({
        service,
        idempotency_key: key,
        request_hash: requestHash,
        order_code: ref.orderCode,
        repaired_at: deps.clock(),
      })
      .execute();
    await deps.onSent?.(trx, { ...ref, channel: order.channel });
    await sql`select ${pushOfOrders(ref.customerId, [ref.orderCode], deps.clock())}`.execute(trx);
    return answer;
  });
}

/** An event corrects a total; whoever sends the order again cannot, and is not refused for it. */
const withoutTotal = <Sums extends { total: number }>(order: Sums): Sums => ({ ...order, total: 0 });

async function isRepaired(trx: Queryable, { key, requestHash }: Attempt, service: string): Promise<boolean> {
  const found = await trx
    .selectFrom('order_repairs')
    .select('order_code')
    .where('service', '=', service)
    .where('idempotency_key', '=', key)
    .where('request_hash', '=', requestHash)
    .executeTakeFirst();
  return found !== undefined;
}

/** The order as this service sent it first. */
async function findPlaced(trx: Queryable, { customerId, orderCode }: OrderRef, service: string) {
  const order = await trx
    .selectFrom('orders')
    .select(['channel', 'currency', 'total', 'created_at as createdAt', 'delivery_charge as deliveryCharge'])
    .select(['buyer_vat_id as buyerVatId', 'delivery_type as deliveryType'])
    .select(ADDRESSES)
    .where('user_id', '=', customerId)
    .where('code', '=', orderCode)
    .where('service', '=', service)
    .executeTakeFirst();
  const products = await trx
    .selectFrom('order_products')
    .select(['code', 'production_order as productionOrder', 'quantity', 'price'])
    .select(['current_status as status', 'vat_rate as vatRate', 'vat_category as vatCategory'])
    .where('user_id', '=', customerId)
    .where('order_code', '=', orderCode)
    .orderBy('position')
    .execute();
  return order && { ...order, products, ...placedAddressesOf(order, { customerId, orderCode }) };
}
type Placed = NonNullable<Awaited<ReturnType<typeof findPlaced>>>;

function isSameButForTaxes(order: Order, placed: Placed): boolean {
  const lines = order.products.map(({ code, productionOrder = order.orderCode, quantity, price }) => ({
    code,
    productionOrder,
    quantity,
    price,
  }));
  return (
    order.channel === placed.channel &&
    order.currency === placed.currency &&
    order.total === placed.total &&
    (order.deliveryCharge ?? null) === placed.deliveryCharge &&
    isDeepStrictEqual(
      lines,
      placed.products.map(({ code, productionOrder, quantity, price }) => ({
        code,
        productionOrder,
        quantity,
        price,
      })),
    )
  );
}

async function correct(trx: Queryable, { customerId, orderCode }: OrderRef, order: Order): Promise<void> {
  const json = (value: unknown) => (value === undefined ? null : JSON.stringify(value));
  await trx
    .updateTable('orders')
    .set({
      buyer_vat_id: order.buyerVatId ?? null,
      delivery_type: order.deliveryType ?? null,
      delivery_address: json(order.deliveryAddress),
      pickup_point: json(order.pickupPoint),
      invoice_address: json(order.invoiceAddress),
    })
    .where('user_id', '=', customerId)
    .where('code', '=', orderCode)
    .execute();
  for (const [position, { vatRate, vatCategory, netPrice }] of order.products.entries())
    await trx
      .updateTable('order_products')
      .set({ vat_rate: vatRate ?? null, vat_category: vatCategory ?? null, net_price: netPrice ?? null })
      .where('user_id', '=', customerId)
      .where('order_code', '=', orderCode)
      .where('position', '=', position)
      .execute();
}
