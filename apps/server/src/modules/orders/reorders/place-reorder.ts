import type { OrderRef } from '@keepsake/contracts/orders/orders';
import { sql } from 'kysely';
import type { Queryable } from '../../../platform/database/database.ts';
import { newId } from '../../../platform/ids.ts';
import { Problem } from '../../../platform/problem.ts';
import { lockOrder, pushOfOrders, readEvents, readOrder } from '../orders/index.ts';
import type { Deps } from './deps.ts';
import { REORDERS } from './recover-reorders.ts';
import { daysPromised, deriveReorders, obstacleOf, priceToday, type ReorderStatus } from './rules.ts';
import { insertReorder, readNewOrders, readReorders, readRepeatedLines } from './store.ts';

type Context = Pick<Deps, 'clock' | 'isAnybodyListening'>;

/** The offer for ordering an order again now. Throws `not-found`. */
export async function readStatus(deps: Context, db: Queryable, ref: OrderRef): Promise<ReorderStatus> {
  return (await readAll(deps, db, ref)).status;
}

async function readAll({ clock, isAnybodyListening }: Context, db: Queryable, ref: OrderRef) {
  const order = await readOrder(db, ref);
  if (!order) throw new Problem('not-found');
  const lines = await readRepeatedLines(db, ref);
  const events = (await readEvents(db, ref)).toSorted(
    (a, b) => a.happenedAt.getTime() - b.happenedAt.getTime(),
  );
  const orders = await readNewOrders(db, ref);
  const refused = events.filter((event) => event.type === 'reorder-refused');
  const refusals = new Map(refused.map(({ data, note }) => [data.reorderId, note]));
  const reorders = deriveReorders(await readReorders(db, ref), { orders, refusals });
  const offer = events.findLast((event) => event.type === 'reorder-offer')?.data ?? null;
  const { channel, currency, created_at, first_promised_from: from, first_promised_to: to } = order;
  const totalThen = order.current_total ?? 0;
  const repeated = { total: totalThen, deliveryCharge: order.delivery_charge, lines };
  const priced = priceToday(repeated, offer, clock());
  const obstacle = obstacleOf({
    isOffered: isAnybodyListening({ type: 'order.reorder', channel }),
    isUnpaid: order.awaits_payment,
    reorders,
    products: priced.products,
  });
  const status: ReorderStatus = {
    orderCode: ref.orderCode,
    obstacle,
    currency,
    totalThen,
    ...priced,
    deliveryDays: daysPromised(created_at, from, to),
    reorders,
    newOrderCodes: orders.map(({ code }) => code),
  };
  return { status, channel, ordersBefore: orders.length };
}

type Requested = OrderRef & {
  /** The total shown to the customer; null accepts any. */
  agreed: number | null;
};

/**
 * Reorders an order: stores the request together with the event for the shop. Only one at a time awaits its answer, in whichever
 * tab it was made. Throws `not-found`, and `conflict` if it is not possible, or not at the agreed total.
 */
export async function placeReorder(deps: Deps, trx: Queryable, { agreed, ...ref }: Requested) {
  await lockOrder(trx, ref.orderCode);
  const { status, channel, ordersBefore } = await readAll(deps, trx, ref);
  const { obstacle, currency, total, products } = status;
  if (obstacle) throw new Problem('conflict', { detail: `This cannot be ordered again: ${obstacle}` });
  if (agreed !== null && agreed !== total) throw new Problem('conflict', { detail: 'The total has changed' });
  const [reorderId, now] = [newId(), deps.clock()];
  const { customerId, orderCode } = ref;
  const details = { ...ref, id: reorderId, ordersBefore, currency, total };
  await insertReorder(trx, { ...details, requestedAt: now });
  const requestedAt = now.toISOString();
  const events = await deps.notifyServices(trx, customerId, {
    type: 'order.reorder',
    data: {
      customerId,
      channel,
      reorderId,
      orderCode,
      requestedAt,
      currency,
      total,
      products: products
        .filter(({ leftOut }) => leftOut === null)
        .map(({ code, missingPhotosCount }) => ({ code, missingPhotosCount })),
    },
  });
  await sql`select ${pushOfOrders(customerId, [orderCode], now)}`.execute(trx);
  await deps.journal.record(trx, REORDERS, { ...details, requestedAt, voidAt: null, events: [...events] });
  return { reorderId, requestedAt };
}
