import type { getOrderDeliveryDates } from '@keepsake/contracts/orders/order-queries';
import type { OrderRef } from '@keepsake/contracts/orders/orders';
import type { ResponseOf } from '@keepsake/contracts/platform/endpoint';
import { Problem } from '../../../platform/problem.ts';
import type { Deps } from './deps.ts';
import { readEvents } from './event-store.ts';
import { daysOf, instantOf } from './present-orders.ts';
import { readOrder } from './read-orders.ts';

/** The promised delivery and its outcome. Throws `not-found` if nothing was promised, or there is no such order. */
export async function presentDeliveryDates(
  { db }: Pick<Deps, 'db'>,
  ref: OrderRef,
): Promise<ResponseOf<typeof getOrderDeliveryDates>> {
  const row = await readOrder(db, ref);
  const promised = row && daysOf(row.first_promised_from, row.first_promised_to);
  const expected = row && daysOf(row.expected_from, row.expected_to);
  if (!promised || !expected) throw new Problem('not-found');
  const promises = (await readEvents(db, ref))
    .filter((event) => event.type === 'delivery-promise')
    .toSorted((a, b) => a.happenedAt.getTime() - b.happenedAt.getTime());
  const changes = daysOf(row.promised_from, row.promised_to) ? promises : promises.slice(1);
  return {
    promised,
    expected,
    deliveredAt: instantOf(row.delivered_at),
    changes: changes.map(({ data: { from, to, reason = null }, note, happenedAt }) => ({
      delivery: { from, to },
      reason,
      note,
      changedAt: happenedAt.toISOString(),
    })),
  };
}
