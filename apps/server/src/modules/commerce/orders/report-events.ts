import type { OrderEvent } from '@keepsake/contracts';
import type { ServiceCaller } from '../../../platform/auth.ts';
import { DAY_MS } from '../../../platform/clock.ts';
import { retryConflicts } from '../../../platform/database/errors.ts';
import { Problem } from '../../../platform/problem.ts';
import { refreshOrder } from './current-order.ts';
import type { Deps } from './deps.ts';
import {
  claimEvents,
  findKnown,
  findOrderOf,
  insertEvents,
  lockOrder,
  type Reported,
} from './event-store.ts';

type Outcome = 'stored' | 'known' | 'parked' | 'conflict';

/** Clocks may be wrong; an event further in the future would outdo all that follow. */
const MAX_AHEAD_MS = DAY_MS;

/**
 * Takes events, those of one order in one transaction: after a failure the request can be sent again, and what was stored
 * is known then.
 */
export async function reportEvents(
  deps: Deps,
  { service, events }: { service: ServiceCaller; events: readonly OrderEvent[] },
): Promise<{ id: string; outcome: Outcome }[]> {
  checkTimes(events, deps.clock());
  const outcomes = new Map<OrderEvent, Outcome>();
  for (const [orderCode, own] of Map.groupBy(events, (event) => event.orderCode)) {
    const reported = own.map((event) => ({ service: service.name, channels: service.channels, event }));
    const found = await retryConflicts(() => storeEvents(deps, orderCode, reported));
    for (const [event, outcome] of found) outcomes.set(event, outcome);
  }
  return events.map((event) => ({ id: event.id, outcome: outcomes.get(event) ?? 'known' }));
}

function checkTimes(events: readonly OrderEvent[], now: Date): void {
  const errors = events.flatMap(({ happenedAt }, index) =>
    Date.parse(happenedAt) > now.getTime() + MAX_AHEAD_MS
      ? [{ path: `body.events.${index}.happenedAt`, message: 'is in the future' }]
      : [],
  );
  if (errors.length > 0) throw new Problem('invalid-request', { errors });
}

/** An order of a channel that the service may not write to is answered as one that nobody knows. */
function storeEvents(deps: Deps, orderCode: string, reported: readonly Reported[]) {
  return deps.db.transaction().execute(async (trx) => {
    await lockOrder(trx, orderCode);
    const now = deps.clock();
    const order = await findOrderOf(trx, { orderCode, channels: reported[0]?.channels ?? null });
    const fresh = await claimEvents(trx, { orderCode, reported, isParked: order === null, now });
    const isNew = new Set(fresh.map(({ event }) => event));
    const known = await findKnown(
      trx,
      reported.filter(({ event }) => !isNew.has(event)),
    );
    if (order && fresh.length > 0) {
      await insertEvents(trx, { userId: order.userId, orderCode, reported: fresh, now });
      await refreshOrder(deps, trx, { userId: order.userId, orderCode });
    }
    return reported.map(({ event }): [OrderEvent, Outcome] => {
      if (isNew.has(event)) return [event, order ? 'stored' : 'parked'];
      return [event, known.get(event) ? 'known' : 'conflict'];
    });
  });
}
