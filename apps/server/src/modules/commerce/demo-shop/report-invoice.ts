import type { KnownOrderEvent, NewOrder } from '@keepsake/contracts';
import { findChannel } from '../../frame/channels/index.ts';
import { drawForShop } from '../invoices/index.ts';
import type { ShopDeps } from './deps.ts';

type Sold = { order: NewOrder; events: readonly KnownOrderEvent[] };

/** Reports the invoice of a business order once sent, unless the platform issues invoices in its channel. */
export async function reportInvoice(
  { intake }: Pick<ShopDeps, 'intake'>,
  { order, events }: Sold,
): Promise<void> {
  const sentAt = events.find(({ data }) => 'status' in data && data.status === 'Dispatched')?.happenedAt;
  const channel = findChannel(order.channel);
  if (!order.buyerVatId || !sentAt || !channel || channel.legal.invoices === 'issue') return;
  const { orderCode, customerId, currency, total, deliveryCharge = 0, createdAt = sentAt } = order;
  const issuedOn = sentAt.slice(0, 10);
  const number = `${issuedOn.slice(0, 4)}/${orderCode.slice(-6)}`;
  const invoiced = {
    ...{ orderCode, currency, total, deliveryCharge, isPaid: true, deliveredOn: issuedOn },
    orderedOn: createdAt.slice(0, 10),
    invoiceAddress: order.invoiceAddress ?? null,
    deliveryAddress: order.deliveryAddress ?? null,
    buyerVatId: order.buyerVatId,
    lines: order.products.map(({ title, article, code, quantity, price, vatRate, discounts = [] }) => ({
      ...{ title: title ?? code, article: article ?? code, quantity, gross: price, discounts },
      ...{ vatRate: vatRate ?? null, vatCategory: null, isCancelled: false },
    })),
  };
  const { pdf, ...amounts } = await drawForShop({ order: invoiced, channel, number, issuedOn });
  const facts = { customerId, channel: channel.id, version: 1, kind: 'invoice', number, issuedOn } as const;
  const invoice = { ...facts, ...amounts, currency, orderCodes: [orderCode], state: 'paid' as const };
  await intake.saveInvoice({ customerId, invoiceCode: orderCode }, invoice, pdf);
}
