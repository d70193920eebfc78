import type { OrderEvent } from '@keepsake/contracts';
import type { ServiceCaller } from '../../../platform/auth.ts';
import { retryConflicts } from '../../../platform/database/errors.ts';
import { Problem } from '../../../platform/problem.ts';
import { NOBODY } from '../outgoing-events/index.ts';
import { readStored, refreshOrder } from './current-order.ts';
import type { Deps } from './deps.ts';
import { keepMoneyAlone } from './erase-orders.ts';
import { addEvents, findKnown, lockOwned, parkEvents, type Reported, storedOf } from './event-store.ts';
import { notifyOfChange } from './notify-of-change.ts';
import { faultOfTime } from './times.ts';

type Outcome = 'stored' | 'known' | 'parked' | 'conflict';

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
    const { channels } = service;
    const found = await retryConflicts(() => storeEvents(deps, { orderCode, reported, channels }));
    for (const [event, outcome] of found) outcomes.set(event, outcome);
  }
  return events.map((event) => ({ id: event.id, outcome: outcomes.get(event) ?? 'known' }));
}

function checkTimes(events: readonly OrderEvent[], now: Date): void {
  const errors = events.flatMap(({ happenedAt }, index) => {
    const message = faultOfTime(new Date(happenedAt), now);
    return message ? [{ path: `body.events.${index}.happenedAt`, message }] : [];
  });
  if (errors.length > 0) throw new Problem('invalid-request', { errors });
}

type Sent = { orderCode: string; reported: readonly Reported[]; channels: readonly string[] | null };

/** An order of a channel that the service may not write to is answered as one that nobody knows. */
function storeEvents(deps: Deps, sent: Sent) {
  return deps.db.transaction().execute(async (trx) => {
    const { orderCode, reported, channels } = sent;
    const userId = await lockOwned(trx, orderCode);
    const before = userId === null ? null : await readStored(trx, { userId, orderCode });
    const now = deps.clock();
    let fresh: Reported[];
    let stored: Outcome = 'parked';
    if (userId !== null && before && (channels?.includes(before.channel) ?? true)) {
      stored = 'stored';
      fresh = await addEvents(trx, { userId, orderCode, reported, now });
      const added = fresh.flatMap(storedOf);
      const ref = { userId, orderCode };
      if (userId === NOBODY) await keepMoneyAlone(trx, ref);
      else if (fresh.length > 0) {
        const current = await refreshOrder(deps, trx, { ref, before, added });
        await notifyOfChange(deps, trx, { ref, before, channel: before.channel, current, added });
      }
    } else fresh = await parkEvents(trx, { orderCode, reported, now });
    const isNew = new Set(fresh.map(({ event }) => event));
    const known = await findKnown(
      trx,
      reported.filter(({ event }) => !isNew.has(event)),
    );
    return reported.map(({ event }): [OrderEvent, Outcome] => [
      event,
      isNew.has(event) ? stored : known.get(event) ? 'known' : 'conflict',
    ]);
  });
}
