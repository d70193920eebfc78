import { byTime, concerns, type Happened, pick } from './happened.ts';
import { changesOf, isCancelled, isOutdone, type PlacedOrder } from './rules.ts';

const PAID: ReadonlySet<string> = new Set(['paymentSuccess', 'paymentFree']);
const UNPAID: ReadonlySet<string> = new Set(['paymentPending', 'paymentFailed']);
const isPayment = (status: string) => PAID.has(status) || UNPAID.has(status);

/** Whether an event says that something is paid, or is not. */
export const isPaymentEvent = ({ type, data }: Happened): boolean =>
  (type === 'payment' || type === 'status') && isPayment(data.status);

type Placed = Pick<PlacedOrder, 'createdAt' | 'status' | 'total' | 'products'>;
type Product = PlacedOrder['products'][number];
type Change<Value> = { at: Date; value: Value };

export type OrderMoney = {
  /** Whether each product that is not cancelled is paid: the last payment counts, and one that was returned is none. */
  isPaid: boolean;
  /** The highest total since it was paid; since it was placed, if its payment was not reported. */
  most: number;
  /** The same for each product's price; 0 for one that was cancelled before anybody paid. */
  mostOf: number[];
};

/** What an order was paid with, whatever it costs now. `current` holds the current status of each product. */
export function deriveMoney(
  order: Placed,
  unsorted: readonly Happened[],
  current: readonly { status: string; since: Date }[],
): OrderMoney {
  const events = unsorted.toSorted(byTime);
  const paidSince = order.products.map((product) => paymentOf(order, product, events));
  const since =
    paidSince.filter((at) => at !== null).toSorted((a, b) => a.getTime() - b.getTime())[0] ?? null;
  const totals = pick(events, 'order-changed').flatMap(({ data, happenedAt: at }) =>
    data.total === undefined ? [] : [{ at, value: data.total }],
  );
  const mostOf = order.products.map((product, position) => {
    const { status, since: cancelledAt } = current[position] ?? {
      status: product.status,
      since: order.createdAt,
    };
    // By a clock behind ours it may have been cancelled before there was an order.
    const isBeforePayment = since !== null && since > order.createdAt && cancelledAt < since;
    if (isCancelled(status) && isBeforePayment) return 0;
    const changes = changesOf(order, position, events);
    const prices = changes.map(({ price: value, happenedAt: at }) => ({ at, value }));
    return highestSince(since, { at: order.createdAt, value: product.price }, prices);
  });
  const going = paidSince.filter((_, at) => !isCancelled(current[at]?.status ?? ''));
  return {
    isPaid: going.length > 0 && going.every((at) => at !== null),
    most: highestSince(since, { at: order.createdAt, value: order.total }, totals),
    mostOf,
  };
}

/** Since when a product is paid; null if it is not, or no longer. */
function paymentOf(order: Placed, product: Product, events: readonly Happened[]): Date | null {
  const statuses = isOutdone(order, product) ? [order.status] : [product.status, order.status];
  const initial = statuses.find(isPayment);
  const placed = { at: product.paymentChangedAt ?? order.createdAt, value: initial ?? '' };
  const reported = events.flatMap((event): Change<string>[] => {
    const { type, data, happenedAt: at } = event;
    const isOwn = (type === 'payment' || type === 'status') && concerns(event, product);
    return isOwn && isPayment(data.status) ? [{ at, value: data.status }] : [];
  });
  let since: Date | null = null;
  // At the same moment the paid one counts.
  const isPaid = ({ value }: Change<string>) => Number(PAID.has(value));
  const all = [placed, ...reported].toSorted(
    (a, b) => a.at.getTime() - b.at.getTime() || isPaid(a) - isPaid(b),
  );
  for (const { at, value } of all) since = PAID.has(value) ? (since ?? at) : value === '' ? since : null;
  return since;
}

function highestSince(since: Date | null, first: Change<number>, later: readonly Change<number>[]): number {
  const all = [first, ...later];
  if (!since) return Math.max(...all.map(({ value }) => value));
  const before = all.filter(({ at }) => at < since);
  // What changed at the same moment may have been paid as it was, or as it became.
  return Math.max(...[...before.slice(-1), ...all.filter(({ at }) => at >= since)].map(({ value }) => value));
}

type Refunded<Event> = { event: Event; amount: number; surplus: number };

/**
 * Refunds in the order in which they happened. Together they are no more than an order with this total, or what it was changed to,
 * can have cost; the rest of an amount, reported twice or by mistake, is `surplus`.
 */
export function deriveRefunds<Event extends Happened>(
  total: number,
  events: readonly Event[],
): Refunded<Extract<Event, { type: 'refunded' }>>[] {
  let left = Math.max(total, ...pick(events, 'order-changed').map(({ data }) => data.total ?? 0));
  return events
    .filter((event): event is Extract<Event, { type: 'refunded' }> => event.type === 'refunded')
    .toSorted(byTime)
    .map((event) => {
      const amount = Math.min(event.data.amount, left);
      left -= amount;
      return { event, amount, surplus: event.data.amount - amount };
    });
}
