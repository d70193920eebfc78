import { createHash } from 'node:crypto';
import type { KnownOrderEvent, NewOrder } from '@keepsake/contracts';
import { enterOrder } from './books.ts';
import type { ShopDeps } from './deps.ts';
import { reportInvoice } from './report-invoice.ts';

/** A past order with everything that has happened to it. */
export type PastOrder = {
  order: NewOrder;
  events: readonly KnownOrderEvent[];
  /** JPEGs of its products. */
  pictures?: readonly { productCode: string; content: Buffer }[];
};

/** The intake knows it already, with its photos of that time. */
const KNOWN = 409;

/** Enters and reports a past order, as it would have been reported then. Idempotent. */
export async function reportPast(
  { db, intake }: Pick<ShopDeps, 'db' | 'intake'>,
  { order, events, pictures = [] }: PastOrder,
): Promise<void> {
  const { orderCode } = order;
  const when = (status: string) => {
    const event = events.find((each) => 'status' in each.data && each.data.status === status);
    return event ? new Date(event.happenedAt) : null;
  };
  const begunAt = new Date(order.createdAt ?? 0);
  const entry = {
    order,
    idempotencyKey: orderCode,
    projectCode: null,
    begunAt,
    paidAt: when('paymentSuccess'),
    productionAt: when('ProductionStarted'),
    sentAt: when('Dispatched'),
  };
  await db.transaction().execute((trx) => enterOrder(trx, entry, []));
  const status = await intake.placeOrder(order, entry.idempotencyKey);
  if (status !== 200 && status !== KNOWN) throw new Error(`The intake answered an order with ${status}`);
  if (events.length > 0) await intake.reportEvents(events);
  await reportInvoice({ intake }, { order, events });
  for (const { productCode, content } of pictures) {
    const sha256 = createHash('sha256').update(content).digest('hex');
    await intake.putThumbnail({ orderCode, productCode, sha256, content });
  }
}
