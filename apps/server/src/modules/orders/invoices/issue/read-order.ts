import type { PostalAddress } from '@keepsake/contracts/account/postal-address';
import { isKnownEvent } from '@keepsake/contracts/orders/order-events';
import { displayStatusOf, type OrderStatus } from '@keepsake/contracts/orders/order-status';
import { sql } from 'kysely';
import type { Queryable } from '../../../../platform/database/database.ts';
import { dayIn } from '../../../../platform/wall-time.ts';
import {
  concerns,
  deriveMoney,
  deriveRefunds,
  type Happened,
  isPaymentEvent,
  type OrderRef,
  placeOfDelivery,
  unknownIn,
} from '../../orders/index.ts';
import type { Refund } from './match-refund.ts';

export type InvoicedLine = {
  title: string;
  article: string | null;
  quantity: number;
  /** What the customer pays: including tax, after discounts. */
  gross: number;
  /** Per cent. */
  vatRate: number | null;
  vatCategory: string | null;
  /** Discounts already deducted from the price, including vouchers; with tax. */
  discounts: { title: string | null; amount: number }[];
  isCancelled: boolean;
};

export type InvoicedOrder = {
  orderCode: string;
  currency: string;
  total: number;
  deliveryCharge: number;
  invoiceAddress: PostalAddress | null;
  deliveryAddress: PostalAddress | null;
  /** Where the goods go: the delivery address, or that of a pick-up point. */
  placeOfDelivery: PostalAddress | null;
  buyerVatId: string | null;
  isPaid: boolean;
  /** In the channel's calendar. */
  orderedOn: string;
  deliveredOn: string;
  lines: InvoicedLine[];
};

type Row = {
  channel: string;
  status: string;
  placedStatus: OrderStatus;
  currency: string;
  total: number;
  placedTotal: number;
  deliveryCharge: number | null;
  invoiceAddress: PostalAddress | null;
  deliveryAddress: PostalAddress | null;
  deliveryType: string | null;
  pickupPoint: { address: PostalAddress } | null;
  buyerVatId: string | null;
  createdAt: Date;
  sentAt: Date | null;
  lines: StoredLine[] | null;
  events: StoredEvent[] | null;
};
type StoredLine = {
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
type StoredEvent = Omit<Happened, 'happenedAt' | 'note'> & { id: string; happenedAt: string };

export type Sold = {
  channel: string;
  isSent: boolean;
  /** Whether a payment was reported after the order: without the events, what was paid is not known. */
  isPaymentReported: boolean;
  order(timeZone: string): InvoicedOrder;
  /** Refunds, by the ids of their events, in order of time. `surplus` is more than was paid. */
  refunds: (Refund & { id: string; surplus: number })[];
  /** With tax: the most that the order, and each of its lines, cost since it was paid. */
  most: number;
  mostOf: readonly number[];
};

/** Everything an invoice needs of an order, in one round trip; undefined if the customer has none with this code. */
export async function readSold(
  db: Queryable,
  { customerId, orderCode }: OrderRef,
): Promise<Sold | undefined> {
  const { rows } = await sql<Row>`
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
  const [row] = rows;
  if (!row) return undefined;
  const { isPaid, ...money } = moneyOf(row);
  return {
    channel: row.channel,
    isSent: displayStatusOf(row.status) === 'Sent',
    isPaymentReported: eventsOf(row).some(isPaymentEvent),
    order: (timeZone) => orderOf(row, { orderCode, timeZone, isPaid }),
    refunds: refundsOf(row),
    ...money,
  };
}

const eventsOf = ({ events }: Row) =>
  (events ?? [])
    .filter(isKnownEvent)
    .map(
      (event) =>
        ({ ...event, happenedAt: new Date(event.happenedAt), note: null }) as Happened & { id: string },
    );

function moneyOf(row: Row) {
  const lines = row.lines ?? [];
  const products = lines.map(({ code, productionOrder, placed }) => ({
    ...{ code, productionOrder, ...placed },
    paymentChangedAt: placed.paymentChangedAt === null ? null : new Date(placed.paymentChangedAt),
  }));
  const { createdAt, placedStatus: status, placedTotal: total } = row;
  const current = lines.map((line) => ({ status: line.status, since: new Date(line.since) }));
  return deriveMoney({ createdAt, status, total, products }, eventsOf(row), current);
}

function refundsOf(row: Row): Sold['refunds'] {
  const lines = row.lines ?? [];
  return deriveRefunds(row.placedTotal, eventsOf(row)).map(({ event, amount, surplus }) => {
    const named = [...lines.entries()].filter(([, line]) => concerns(event, line)).map(([at]) => at);
    const unknown = unknownIn(lines, event);
    const isWhole = unknown.length === 0 && named.length === lines.length;
    return { id: event.id, amount, surplus, lines: isWhole ? null : named, unknown };
  });
}

type Presented = { orderCode: string; timeZone: string; isPaid: boolean };

function orderOf(row: Row, { orderCode, timeZone, isPaid }: Presented): InvoicedOrder {
  const { currency, total, invoiceAddress, deliveryAddress, buyerVatId } = row;
  return {
    ...{ orderCode, currency, total, invoiceAddress, deliveryAddress, buyerVatId },
    placeOfDelivery: placeOfDelivery(row),
    deliveryCharge: row.deliveryCharge ?? 0,
    isPaid,
    orderedOn: dayIn(timeZone, row.createdAt),
    deliveredOn: dayIn(timeZone, row.sentAt ?? row.createdAt),
    lines: (row.lines ?? []).map((line) => ({
      title: line.title ?? line.article ?? line.code,
      article: line.article ?? line.code,
      quantity: line.quantity,
      gross: line.price,
      vatRate: line.vatRate,
      vatCategory: line.vatCategory,
      discounts: [...(line.discounts ?? []), ...voucherOf(line)].filter(({ amount }) => amount > 0),
      isCancelled: displayStatusOf(line.status) === 'Cancelled',
    })),
  };
}

function voucherOf({ voucher, voucherDetails }: StoredLine): { title: string | null; amount: number }[] {
  if (!voucherDetails?.amount) return [];
  return [{ title: voucherDetails.title ?? voucher, amount: voucherDetails.amount }];
}
