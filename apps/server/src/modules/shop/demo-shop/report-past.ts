import type { KnownOrderEvent } from '@keepsake/contracts/orders/order-events';
import type { NewOrder } from '@keepsake/contracts/orders/orders';
import { findChannel } from '../../frame/channels/index.ts';
import { drawForShop } from '../../orders/invoices/index.ts';
import type { ShopDeps } from './deps.ts';
import { recordOrder } from './shop-orders.ts';

/** A past order with everything that has happened to it. */
export type PastOrder = {
  order: NewOrder;
  events: readonly KnownOrderEvent[];
  /** JPEGs of its products. */
  pictures?: readonly { productCode: string; content: Buffer }[];
};

/** The intake knows it already, with its photos of that time. */
const EXISTING = 409;

/** Records and reports a past order, as it would have been reported then. Idempotent. */
export async function reportPast(
  { db, intake }: Pick<ShopDeps, 'db' | 'intake'>,
  { order, events, pictures = [] }: PastOrder,
): Promise<void> {
  const { orderCode } = order;
  const when = (status: string) => {
    const event = events.find((each) => 'status' in each.data && each.data.status === status);
    return event ? new Date(event.happenedAt) : null;
  };
  const startedAt = new Date(order.createdAt ?? 0);
  const entry = {
    order,
    idempotencyKey: orderCode,
    projectCode: null,
    startedAt,
    paidAt: when('paymentSuccess'),
    productionAt: when('ProductionStarted'),
    sentAt: when('Dispatched'),
  };
  await db.transaction().execute((trx) => recordOrder(trx, entry, []));
  const status = await intake.placeOrder(order, entry.idempotencyKey);
  if (status !== 200 && status !== EXISTING) throw new Error(`The intake answered an order with ${status}`);
  if (events.length > 0) await intake.reportEvents(events);
  await reportInvoice({ intake }, { order, events });
  for (const picture of pictures) await intake.putThumbnail({ orderCode, ...picture });
}

type Sold = { order: NewOrder; events: readonly KnownOrderEvent[] };

/** Reports the invoice of a business order once sent, unless the platform issues invoices in its channel. */
async function reportInvoice({ intake }: Pick<ShopDeps, 'intake'>, { order, events }: Sold): Promise<void> {
  const sentAt = events.find(({ data }) => 'status' in data && data.status === 'Dispatched')?.happenedAt;
  const channel = findChannel(order.channel);
  if (!order.buyerVatId || !sentAt || !channel || channel.legal.invoices === 'issue') return;
  const { orderCode, customerId, currency, total, deliveryCharge = 0, createdAt = sentAt } = order;
  const issuedOn = sentAt.slice(0, 10);
  const number = `${issuedOn.slice(0, 4)}/${orderCode.slice(-6)}`;
  const invoiced = {
    orderCode,
    currency,
    total,
    deliveryCharge,
    isPaid: true,
    deliveredOn: issuedOn,
    orderedOn: createdAt.slice(0, 10),
    invoiceAddress: order.invoiceAddress ?? null,
    deliveryAddress: order.deliveryAddress ?? null,
    placeOfDelivery: order.deliveryAddress ?? null,
    buyerVatId: order.buyerVatId,
    lines: order.products.map(({ title, article, code, quantity, price, vatRate, discounts = [] }) => ({
      title: title ?? code,
      article: article ?? code,
      quantity,
      gross: price,
      discounts,
      vatRate: vatRate ?? null,
      vatCategory: null,
      isCancelled: false,
    })),
  };
  const { pdf, ...amounts } = await drawForShop({ order: invoiced, channel, number, issuedOn });
  const details = { customerId, channel: channel.id, version: 1, kind: 'invoice', number, issuedOn } as const;
  const invoice = { ...details, ...amounts, currency, orderCodes: [orderCode], state: 'paid' as const };
  await intake.saveInvoice({ customerId, invoiceCode: orderCode }, invoice, pdf);
}
