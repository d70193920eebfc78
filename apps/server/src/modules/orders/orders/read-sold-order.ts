import type { OrderStatus } from '@keepsake/contracts/orders/order-status';
import type { OrderRef } from '@keepsake/contracts/orders/orders';
import { sql } from 'kysely';
import type { Queryable } from '../../../platform/database/database.ts';
import type { EventRow } from './event-store.ts';
import { type PlacedAddresses, placedAddressesOf } from './placed-addresses.ts';

/** An order with its lines and what was reported of its money; dates within lines and events are texts. */
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
  lines: SoldLine[] | null;
  events: SoldEvent[] | null;
};
export type SoldLine = {
  code: string;
  productionOrder: string;
  title: string | null;
  article: string | null;
  quantity: number;
  price: number;
  vatRate: number | null;
  vatCategory: string | null;
  discounts: { title: string; amount: number }[] | null;
  voucher: string | null;
  voucherDetails: { title?: string; amount?: number } | null;
  status: string;
  since: string;
  placed: { status: OrderStatus; price: number; quantity: number; paymentChangedAt: string | null };
};
type SoldEvent = Omit<EventRow, 'happenedAt' | 'note'> & { id: string; happenedAt: string };

type Unchecked = Omit<SoldOrder, keyof PlacedAddresses> & Record<keyof PlacedAddresses, unknown>;

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
  return order && { ...order, ...placedAddressesOf(order, { customerId, orderCode }) };
}
