import type { KnownOrderEvent } from '@keepsake/contracts/orders/order-events';
import type { NewOrder, OrderRef } from '@keepsake/contracts/orders/orders';
import { DEMO_SHOP_PATH } from '@keepsake/contracts/shop/demo-shop';
import { Problem } from '../../../platform/problem.ts';
import { requireShopChannel } from './articles.ts';
import type { ShopDeps } from './deps.ts';
import { milestonesOf, momentIn, planTimeline, promisedFor } from './order-timeline.ts';
import { addBookJob, addEvents, findShopOrder, noteBegin } from './shop-orders.ts';

/** Address of the shop's page on which an order is paid. */
export const paymentUrlOf = (orderCode: string): string =>
  `${DEMO_SHOP_PATH}/payment?${new URLSearchParams({ orderCode })}`;

/** Pays an order that awaits payment, which starts its timeline. Idempotent. Throws `not-found` or `conflict`. */
export async function payOrder(
  { db, clock, seconds, articlesOf }: Pick<ShopDeps, 'db' | 'clock' | 'seconds' | 'articlesOf'>,
  ref: OrderRef,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const entry = await findShopOrder(trx, ref, { isLocked: true });
    if (!entry) throw new Problem('not-found');
    if (entry.paidAt) return;
    const { order, withdrawals } = entry;
    const withdrawn = new Set(withdrawals.flatMap(({ codes }) => codes));
    if (order.products.every(({ code }) => withdrawn.has(code))) throw new Problem('conflict');
    const paidAt = clock();
    const started = { startedAt: paidAt, seconds };
    const milestones = milestonesOf(started);
    await noteBegin(trx, ref, { startedAt: started.startedAt, ...milestones });
    if (entry.projectCode !== null) await addBookJob(trx, ref, milestones.productionAt);
    const promised = { ...order, deliveryPromise: promisedFor(paidAt) };
    const channel = requireShopChannel(order.channel);
    const timeline = planTimeline({
      order: promised,
      channel,
      articles: articlesOf(channel.id),
      ...entry.chosen,
      ...started,
    });
    await addEvents(trx, ref.customerId, [
      ...timeline,
      ...planLateness(order, { paidAt, statedAt: momentIn(started, 'confirmed') }),
    ]);
  });
}

type Late = { paidAt: Date; statedAt: Date };

/** The delivery promise is moved to count from the payment. */
function planLateness(
  { orderCode, deliveryPromise }: NewOrder,
  { paidAt, statedAt }: Late,
): KnownOrderEvent[] {
  const promised = promisedFor(paidAt);
  if (!deliveryPromise || deliveryPromise.from === promised.from) return [];
  const context = { id: `${orderCode}:payment-late`, orderCode, happenedAt: statedAt.toISOString() };
  return [{ ...context, type: 'delivery-promise', data: { ...promised, reason: 'payment-late' } }];
}
