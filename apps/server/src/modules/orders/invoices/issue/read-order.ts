import type { PostalAddress } from '@keepsake/contracts/account/postal-address';
import { isKnownEvent } from '@keepsake/contracts/orders/order-events';
import { displayStatusOf } from '@keepsake/contracts/orders/order-status';
import type { OrderRef } from '@keepsake/contracts/orders/orders';
import type { Queryable } from '../../../../platform/database/database.ts';
import { dayIn } from '../../../../platform/wall-time.ts';
import {
  concerns,
  deriveMoney,
  deriveRefunds,
  type Happened,
  isPaymentEvent,
  placeOfDelivery,
  readSoldOrder,
  type SoldLine,
  type SoldOrder,
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

/** Everything an invoice needs of an order; undefined if the customer has none with this code. */
export async function readSold(
  db: Queryable,
  { customerId, orderCode }: OrderRef,
): Promise<Sold | undefined> {
  const row = await readSoldOrder(db, { customerId, orderCode });
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

const eventsOf = ({ events }: SoldOrder) =>
  events.flatMap((event): (Happened & { id: string })[] =>
    isKnownEvent(event) ? [{ ...event, place: null, note: null }] : [],
  );

function moneyOf(row: SoldOrder) {
  const { lines } = row;
  const products = lines.map(({ code, productionOrder, placed }) => ({ code, productionOrder, ...placed }));
  const { createdAt, placedStatus: status, placedTotal: total } = row;
  return deriveMoney({ createdAt, status, total, products }, eventsOf(row), lines);
}

function refundsOf(row: SoldOrder): Sold['refunds'] {
  const { lines } = row;
  return deriveRefunds(row.placedTotal, eventsOf(row)).map(({ event, amount, surplus }) => {
    const named = [...lines.entries()].filter(([, line]) => concerns(event, line)).map(([at]) => at);
    const unknown = unknownIn(lines, event);
    const isWhole = unknown.length === 0 && named.length === lines.length;
    return { id: event.id, amount, surplus, lines: isWhole ? null : named, unknown };
  });
}

type Presented = { orderCode: string; timeZone: string; isPaid: boolean };

function orderOf(row: SoldOrder, { orderCode, timeZone, isPaid }: Presented): InvoicedOrder {
  const { currency, total, invoiceAddress, deliveryAddress, buyerVatId } = row;
  return {
    orderCode,
    currency,
    total,
    invoiceAddress,
    deliveryAddress,
    buyerVatId,
    placeOfDelivery: placeOfDelivery(row),
    deliveryCharge: row.deliveryCharge ?? 0,
    isPaid,
    orderedOn: dayIn(timeZone, row.createdAt),
    deliveredOn: dayIn(timeZone, row.sentAt ?? row.createdAt),
    lines: row.lines.map((line) => ({
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

function voucherOf({ voucher, voucherDetails }: SoldLine): { title: string | null; amount: number }[] {
  if (!voucherDetails?.amount) return [];
  return [{ title: voucherDetails.title ?? voucher, amount: voucherDetails.amount }];
}
