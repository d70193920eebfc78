import { displayStatusOf, type OrderAddress } from '@keepsake/contracts';
import { sql } from 'kysely';
import type { Queryable } from '../../../../platform/database/database.ts';
import { dayIn } from '../../../../platform/wall-time.ts';
import type { OrderRef } from '../../orders/index.ts';

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
  invoiceAddress: OrderAddress | null;
  deliveryAddress: OrderAddress | null;
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
  currency: string;
  total: number;
  deliveryCharge: number | null;
  invoiceAddress: OrderAddress | null;
  deliveryAddress: OrderAddress | null;
  buyerVatId: string | null;
  paid: boolean;
  createdAt: Date;
  sentAt: Date | null;
  lines: StoredLine[] | null;
  refunds: { id: string; amount: number }[] | null;
};
type StoredLine = {
  code: string;
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
};

export type Sold = {
  channel: string;
  isSent: boolean;
  order(timeZone: string): InvoicedOrder;
  /** Refunds, by the ids of their events, in order. */
  refunds: { id: string; amount: number }[];
};

const PAID = sql`('paymentSuccess', 'paymentFree')`;

/** Everything an invoice needs of an order, in one round trip; undefined if the customer has none with this code. */
export async function readSold(db: Queryable, { userId, orderCode }: OrderRef): Promise<Sold | undefined> {
  const { rows } = await sql<Row>`
    select channel, coalesce(current_status, status) as status, currency, coalesce(current_total, total) as total,
      delivery_charge as "deliveryCharge", invoice_address as "invoiceAddress", delivery_address as "deliveryAddress",
      buyer_vat_id as "buyerVatId", created_at as "createdAt", current_since as "sentAt",
      status in ${PAID} or exists (select from order_events as event where event.user_id = ${userId}
        and event.order_code = ${orderCode} and type in ('payment', 'status') and data ->> 'status' in ${PAID}) as paid,
      (select json_agg(json_build_object('code', code, 'title', title, 'article', article, 'quantity', current_quantity,
          'price', current_price, 'vatRate', vat_rate, 'vatCategory', vat_category, 'discounts', discounts,
          'voucher', voucher, 'voucherDetails', voucher_details, 'status', line.current_status) order by position)
        from order_products as line where line.user_id = ${userId} and line.order_code = ${orderCode}) as lines,
      (select json_agg(json_build_object('id', id, 'amount', (data ->> 'amount')::bigint) order by happened_at, id)
        from order_events as event where event.user_id = ${userId} and event.order_code = ${orderCode}
          and type = 'refunded') as refunds
    from orders where user_id = ${userId} and code = ${orderCode}`.execute(db);
  const [row] = rows;
  if (!row) return undefined;
  return {
    channel: row.channel,
    isSent: displayStatusOf(row.status) === 'Sent',
    order: (timeZone) => orderOf(row, orderCode, timeZone),
    refunds: row.refunds ?? [],
  };
}

function orderOf(row: Row, orderCode: string, timeZone: string): InvoicedOrder {
  const { currency, total, invoiceAddress, deliveryAddress, buyerVatId } = row;
  return {
    ...{ orderCode, currency, total, invoiceAddress, deliveryAddress, buyerVatId },
    deliveryCharge: row.deliveryCharge ?? 0,
    isPaid: row.paid,
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
