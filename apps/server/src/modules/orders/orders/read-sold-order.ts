import { ORDER_STATUSES, type OrderStatus } from '@keepsake/contracts/orders/order-status';
import { discount, type OrderRef, voucherDetails } from '@keepsake/contracts/orders/orders';
import { sql } from 'kysely';
import * as z from 'zod/mini';
import type { Queryable } from '../../../platform/database/database.ts';
import { parseStoredColumn, storedTime } from '../../../platform/stored-json.ts';
import { eventRow } from './event-store.ts';
import { type PlacedAddresses, placedAddressesOf } from './placed-addresses.ts';

const soldLine = z.object({
  code: z.string(),
  productionOrder: z.string(),
  title: z.nullable(z.string()),
  article: z.nullable(z.string()),
  quantity: z.number(),
  price: z.number(),
  vatRate: z.nullable(z.number()),
  vatCategory: z.nullable(z.string()),
  discounts: z.nullable(z.array(discount)),
  voucher: z.nullable(z.string()),
  voucherDetails: z.nullable(voucherDetails),
  status: z.string(),
  since: storedTime,
  placed: z.object({
    status: z.enum(ORDER_STATUSES),
    price: z.number(),
    quantity: z.number(),
    paymentChangedAt: z.nullable(storedTime),
  }),
});
export type SoldLine = z.infer<typeof soldLine>;
const soldEvent = z.extend(z.omit(eventRow, { place: true, note: true }), { id: z.string() });
const soldParts = z.object({
  lines: z.nullable(z.array(soldLine)),
  events: z.nullable(z.array(soldEvent)),
});

/** An order with its lines and what was reported of its money. */
export type SoldOrder = PlacedAddresses & {
  channel: string;
  status: string;
  placedStatus: OrderStatus;
  currency: string;
  total: number;
  placedTotal: number;
  deliveryCharge: number | null;
  deliveryType: string | null;
  buyerVatId: string | null;
  createdAt: Date;
  sentAt: Date | null;
  lines: readonly SoldLine[];
  events: readonly z.infer<typeof soldEvent>[];
};

type Unchecked = Omit<SoldOrder, keyof PlacedAddresses | 'lines' | 'events'> &
  Record<keyof PlacedAddresses, unknown> & { lines: unknown; events: unknown };

/** Everything an invoice needs of an order, in one round trip; undefined if the customer has none with this code. */
export async function readSoldOrder(
  db: Queryable,
  { customerId, orderCode }: OrderRef,
): Promise<SoldOrder | undefined> {
  const { rows } = await sql<Unchecked>`
    select channel, coalesce(current_status, status) as status, status as "placedStatus", currency,
      coalesce(current_total, total) as total, total as "placedTotal", delivery_charge as "deliveryCharge",
      invoice_address as "invoiceAddress", delivery_address as "deliveryAddress", buyer_vat_id as "buyerVatId",
      delivery_type as "deliveryType", pickup_point as "pickupPoint",
      created_at as "createdAt", current_since as "sentAt",
      (select json_agg(json_build_object('code', code, 'productionOrder', production_order, 'title', title,
          'article', article, 'quantity', current_quantity, 'price', current_price, 'vatRate', vat_rate,
          'vatCategory', vat_category, 'discounts', discounts, 'voucher', voucher, 'voucherDetails', voucher_details,
          'status', line.current_status, 'since', current_since, 'placed', json_build_object('status', status,
            'price', price, 'quantity', quantity, 'paymentChangedAt', payment_changed_at)) order by position)
        from order_products as line where line.user_id = ${customerId} and line.order_code = ${orderCode}) as lines,
      (select json_agg(json_build_object('id', id, 'type', type, 'data', data, 'happenedAt', happened_at,
          'productCodes', product_codes, 'productionOrder', production_order) order by id)
        from order_events as event where event.user_id = ${customerId} and event.order_code = ${orderCode}
          and type in ('refunded', 'payment', 'status', 'order-changed')) as events
    from orders where user_id = ${customerId} and code = ${orderCode}`.execute(db);
  const [order] = rows;
  if (!order) return undefined;
  const { lines, events } = parseStoredColumn(soldParts, order, `order ${orderCode}`);
  const addresses = placedAddressesOf(order, { customerId, orderCode });
  return { ...order, ...addresses, lines: lines ?? [], events: events ?? [] };
}
