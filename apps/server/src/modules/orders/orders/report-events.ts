import type { OrderEvent } from '@keepsake/contracts/orders/order-events';
import { displayStatusOf } from '@keepsake/contracts/orders/order-status';
import type { CustomerId } from '@keepsake/contracts/platform/ids';
import type { ServiceCaller } from '../../../platform/auth.ts';
import type { Queryable } from '../../../platform/database/database.ts';
import { retryConflicts } from '../../../platform/database/errors.ts';
import { NOBODY } from '../../../platform/ids.ts';
import { Problem } from '../../../platform/problem.ts';
import { faultOfAhead } from '../../../platform/recently.ts';
import { readStored, refreshOrder } from './current-order.ts';
import type { Deps } from './deps.ts';
import { keepMoneyEventsOnly } from './erase-orders.ts';
import {
  addEventsSql,
  claimSql,
  findKnown,
  firstOfEach,
  lockOwned,
  parkEvents,
  type Reported,
  releaseKeys,
  type StoredEvent,
  storedOf,
} from './event-store.ts';
import { refusedFor, unknownIn } from './named-products.ts';
import { notifyOfChange } from './notify-of-change.ts';
import { type CurrentOrder, codesLeftCancelled, deriveOrder, type PlacedOrder } from './rules.ts';

type Outcome = {
  outcome: 'stored' | 'known' | 'parked' | 'conflict' | 'unknown-product';
  stayCancelled?: string[];
  unknown?: string[];
};

/**
 * Accepts events, those of one order in one transaction: after a failure the request can be sent again, and whatever was stored
 * is recognised.
 */
export async function reportEvents(
  deps: Deps,
  { service, events }: { service: ServiceCaller; events: readonly OrderEvent[] },
): Promise<({ id: string } & Outcome)[]> {
  checkTimes(events, deps.clock());
  const outcomes = new Map<OrderEvent, Outcome>();
  for (const [orderCode, own] of Map.groupBy(events, (event) => event.orderCode)) {
    const reported = own.map((event) => ({ service: service.name, channels: service.channels, event }));
    const { channels } = service;
    const found = await retryConflicts(() => storeEvents(deps, { orderCode, reported, channels }));
    for (const [event, outcome] of found) outcomes.set(event, outcome);
  }
  return events.map((event) => ({ id: event.id, ...(outcomes.get(event) ?? { outcome: 'known' }) }));
}

function checkTimes(events: readonly OrderEvent[], now: Date): void {
  const errors = events.flatMap(({ happenedAt }, index) => {
    const message = faultOfTime(new Date(happenedAt), now);
    return message ? [{ path: `body.events.${index}.happenedAt`, message }] : [];
  });
  if (errors.length > 0) throw new Problem('invalid-request', { errors });
}

type Sent = { orderCode: string; reported: readonly Reported[]; channels: readonly string[] | null };

function storeEvents(deps: Deps, sent: Sent) {
  return deps.db.transaction().execute(async (trx) => {
    const customerId = await lockOwned(trx, sent.orderCode);
    const added = customerId === null ? null : await addToOrder(deps, trx, { ...sent, customerId });
    const fresh = added?.fresh ?? (await parkEvents(trx, { ...sent, now: deps.clock() }));
    const isNew = new Set(fresh.map(({ event }) => event));
    const existing = await findKnown(
      trx,
      sent.reported.filter(({ event }) => !isNew.has(event)),
    );
    return sent.reported.map((each): [OrderEvent, Outcome] => {
      const stored = existing.get(each.event) ?? null;
      return [each.event, outcomeOf(each, { added, stored, isNew: isNew.has(each.event) })];
    });
  });
}

type Judged = { added: Added | null; stored: { isParked: boolean } | null; isNew: boolean };

function outcomeOf(reported: Reported, { added, stored, isNew }: Judged): Outcome {
  const refused = added?.refused(reported) ?? [];
  const isOut = stored?.isParked || added?.released.has(reported.event.id);
  if (refused.length > 0 && isOut) return { outcome: 'unknown-product', unknown: refused };
  if (!isNew && !stored) return { outcome: 'conflict' };
  const stayCancelled = added?.leftCancelledBy(reported) ?? [];
  const unknown = added?.unknown(reported) ?? [];
  return {
    outcome: isNew ? (added ? 'stored' : 'parked') : 'known',
    ...(stayCancelled.length > 0 && { stayCancelled }),
    ...(unknown.length > 0 && { unknown }),
  };
}

/** Names of products, by event: those that it leaves cancelled, those that are unknown, and those for which it is refused. */
type Names = (reported: Reported) => string[];
type Added = {
  fresh: Reported[];
  /** Ids of new events that were refused, which were forgotten again. */
  released: ReadonlySet<string>;
  leftCancelledBy: Names;
  unknown: Names;
  refused: Names;
};

/**
 * Adds what is new to a known order, except for what names products that it does not have, and returns it. Null for an order of a
 * channel that the service may not write to, which is answered like an unknown one.
 */
async function addToOrder(
  deps: Deps,
  trx: Queryable,
  { customerId, orderCode, reported, channels }: Sent & { customerId: CustomerId },
): Promise<Added | null> {
  const [ref, now] = [{ customerId, orderCode }, deps.clock()];
  const before = await readStored(trx, ref, {
    claim: claimSql({ ...ref, reported, now }),
    isListening: deps.isCustomerListeningSql(customerId),
  });
  const { channel, isCustomerListening: isListening } = before;
  if (channels && !channels.includes(channel)) return null;
  const { placed, events } = before;
  const added = await refuseMisfits(trx, placed, firstOfEach(reported, before.claimed));
  const { fresh } = added;
  if (customerId === NOBODY) {
    const leavesNothing = { ...added, leftCancelledBy: () => [] };
    if (fresh.length === 0) return leavesNothing;
    await addEventsSql({ ...ref, reported: fresh, now }).execute(trx);
    await keepMoneyEventsOnly(trx, ref);
    // An invoice outlives its customer, and so does what corrects it.
    if (displayStatusOf(before.status) === 'Sent') await deps.onSent?.(trx, { ...ref, channel });
    return leavesNothing;
  }
  if (fresh.length === 0) return { ...added, leftCancelledBy: leftBy(placed, deriveOrder(placed, events)) };
  const change = await refreshOrder(deps, trx, { ref, before, reported: fresh });
  await notifyOfChange(deps, trx, { ref, before, channel, isListening, ...change });
  return { ...added, leftCancelledBy: leftBy(placed, change.current) };
}

/** Forgets the new events that do not fit the order. */
async function refuseMisfits(trx: Queryable, { products }: PlacedOrder, claimed: readonly Reported[]) {
  const unknown = namesBy((event) => unknownIn(products, event));
  const refused = namesBy((event) => refusedFor(products, event));
  const misfits = claimed.filter((each) => refused(each).length > 0);
  await releaseKeys(trx, misfits);
  const fresh = claimed.filter((each) => !misfits.includes(each));
  return { fresh, unknown, refused, released: new Set(misfits.map(({ event }) => event.id)) };
}

const namesBy =
  (find: (event: StoredEvent) => string[]): Names =>
  (reported) =>
    storedOf(reported).flatMap(find);

const leftBy = (placed: PlacedOrder, { products }: CurrentOrder) =>
  namesBy((event) => codesLeftCancelled(placed, products, event));

/** Nobody ordered prints of digital photos before: 1970 and the year 1 are empty fields. */
const EARLIEST = Date.UTC(1995, 0);

/** Why nothing can have happened to an order at that time; null if it can. */
export function faultOfTime(time: Date, now: Date): string | null {
  return time.getTime() < EARLIEST ? 'is before 1995' : faultOfAhead(time, now);
}
