import type { ListedOrder } from '@keepsake/contracts/orders/order-queries';
import { displayStatusOf, type OrderStatus } from '@keepsake/contracts/orders/order-status';
import type { Days } from '@keepsake/contracts/platform/fields';
import type { WithdrawnOrder } from './deps.ts';
import { byTime, concerns, deliveredAt, type Happened, pick } from './happened.ts';

/** An order as it was placed. */
export type PlacedOrder = {
  createdAt: Date;
  status: OrderStatus;
  total: number;
  paymentUrl: string | null;
  promised: Days | null;
  addressChangeableUntil: Date | null;
  products: readonly PlacedProduct[];
};
export type PlacedProduct = {
  code: string;
  productionOrder: string;
  status: OrderStatus;
  paymentChangedAt: Date | null;
  quantity: number;
  price: number;
};

type CurrentStatus = { status: OrderStatus; since: Date };
export type CurrentProduct = CurrentStatus & {
  paymentChangedAt: Date | null;
  quantity: number;
  price: number;
};
/** The current state of an order: derived from the order and its events, and stored only as a cache beside them. */
export type CurrentOrder = CurrentStatus & {
  total: number;
  paymentUrl: string | null;
  awaitsPayment: boolean;
  promised: Days | null;
  expected: Days | null;
  deliveredAt: Date | null;
  products: CurrentProduct[];
};

/**
 * How advanced a status is. A product's highest one counts, so that late and contradictory events change nothing: a payment
 * counts only before the order is confirmed, and what is cancelled stays so unless it had been sent, or a later event says that it
 * was and names it.
 */
const RANKS: Readonly<Record<OrderStatus, number>> = {
  Received: 0,
  paymentPending: 0,
  paymentFailed: 0,
  paymentSuccess: 0,
  paymentFree: 0,
  Confirmed: 1,
  'verification failed': 1,
  processing: 1,
  'processing failed': 1,
  approved: 1,
  on_hold: 1,
  ProductionStarted: 2,
  producing: 2,
  delayed: 2,
  ProductionCompleted: 3,
  Cancelled: 4,
  cancelled: 4,
  rejected: 4,
  Dispatched: 5,
  shipped: 5,
};
const isPayment = (status: OrderStatus) => RANKS[status] === 0;
export const isCancelled = (status: string) => displayStatusOf(status) === 'Cancelled';
const isUnpaid = (status: OrderStatus) => displayStatusOf(status) === 'AwaitingPayment';

/** The current state of an order, in whatever order its events arrived. */
export function deriveOrder(order: PlacedOrder, unsorted: readonly Happened[]): CurrentOrder {
  const events = unsorted.toSorted(byTime);
  const products = order.products.map((product, position) => {
    const before = order.products.slice(0, position).filter((other) => isSameKind(other, product));
    return deriveProduct(order, { product, nth: before.length, events });
  });
  const { status, since } = leastAdvanced(products);
  const changes = pick(events, 'order-changed');
  return {
    status,
    since,
    total: changes.findLast(({ data }) => data.total !== undefined)?.data.total ?? order.total,
    paymentUrl:
      pick(events, 'payment').findLast(({ data }) => data.paymentUrl)?.data.paymentUrl ?? order.paymentUrl,
    awaitsPayment: isUnpaid(status),
    ...deriveDelivery(order, events),
    deliveredAt: displayStatusOf(status) === 'Sent' ? deliveredAt(events) : null,
    products,
  };
}

const isSameKind = (a: PlacedProduct, b: PlacedProduct) =>
  a.code === b.code && a.productionOrder === b.productionOrder;

/** `nth`: how many earlier lines have the same code. Each of these lines has its own among the changes. */
type Line = { product: PlacedProduct; nth: number; events: readonly Happened[] };

function deriveProduct(order: PlacedOrder, { product, nth, events }: Line): CurrentProduct {
  const context = events.filter((event) => concerns(event, product));
  const reported = isOutdone(order, product) ? order.status : product.status;
  const since = product.paymentChangedAt ?? order.createdAt;
  const stated = [
    { status: reported, since, isNamed: true },
    ...context.flatMap((event) => statedBy(order, event)),
  ];
  const change = changesAmong(context, product, nth).at(-1);
  const payments = context.flatMap(({ type, data, happenedAt }) =>
    (type === 'status' || type === 'payment') && isPayment(data.status) ? [happenedAt] : [],
  );
  const { quantity, price } = change ?? product;
  const best = withoutRevivals(stated).toSorted(byAdvance).at(-1) as CurrentStatus;
  // If reported as paid without a time, it had been paid when it was placed.
  const paidAt = isPayment(reported) && !isUnpaid(reported) ? order.createdAt : null;
  const paymentChangedAt = payments.at(-1) ?? product.paymentChangedAt ?? paidAt;
  return { status: best.status, since: best.since, paymentChangedAt, quantity, price };
}

/** Whether the order's status counts, because it outranks the product's: all of it is cancelled, for example. */
export const isOutdone = (order: Pick<PlacedOrder, 'status'>, product: Pick<PlacedProduct, 'status'>) =>
  RANKS[order.status] > RANKS[product.status] && !isCancelled(product.status);

/** A status of a product, and whether it was said of this product by name. */
type Stated = CurrentStatus & { isNamed: boolean };

function statedBy(order: PlacedOrder, event: Happened): Stated[] {
  const { type, data, happenedAt: since } = event;
  const isNamed = event.productCodes !== null;
  if (type === 'status' || type === 'payment') return [{ status: data.status, since, isNamed }];
  return isSentByParcel(order, event) ? [{ status: 'Dispatched', since, isNamed }] : [];
}

/** What is said of all of an order does not concern what was cancelled before. */
function withoutRevivals(stated: readonly Stated[]): readonly Stated[] {
  const cancelled = stated.filter(({ status }) => isCancelled(status));
  const first = Math.min(...cancelled.map(({ since }) => since.getTime()));
  return stated.filter(
    ({ status, since, isNamed }) => isNamed || isCancelled(status) || since.getTime() < first,
  );
}

/** Codes of the products that are cancelled and that a status of all of an order therefore leaves as they are. */
export function codesLeftCancelled(
  { products }: Pick<PlacedOrder, 'products'>,
  current: readonly CurrentStatus[],
  event: Happened,
): string[] {
  if (event.type !== 'status' || event.productCodes || isCancelled(event.data.status)) return [];
  return products.flatMap((product, position) => {
    const { status = '', since } = current[position] ?? {};
    const isLeft = isCancelled(status) && since && since <= event.happenedAt && concerns(event, product);
    return isLeft ? product.code : [];
  });
}

/** New quantities and prices of one product, in order of time: `events` are those of the order, sorted. */
export function changesOf(
  { products }: Pick<PlacedOrder, 'products'>,
  position: number,
  events: readonly Happened[],
) {
  const product = products[position];
  if (!product) return [];
  const nth = products.slice(0, position).filter((other) => isSameKind(other, product)).length;
  return changesAmong(
    events.filter((event) => concerns(event, product)),
    product,
    nth,
  );
}

const changesAmong = (context: readonly Happened[], product: PlacedProduct, nth: number) =>
  pick(context, 'order-changed').flatMap(({ data, happenedAt }) => {
    const own = data.products?.filter(({ code }) => code === product.code)[nth];
    return own ? [{ ...own, happenedAt }] : [];
  });

/** A parcel in transit has been sent even if nobody reported that; only if it is certain what it contains. */
const isSentByParcel = ({ products }: PlacedOrder, { type, data, productCodes }: Happened): boolean =>
  type === 'parcel' &&
  data.state !== 'label' &&
  data.state !== 'exception' &&
  (productCodes !== null || products.length === 1);

/** By rank, then by time; at the same moment the paid one counts. */
function byAdvance(a: CurrentStatus, b: CurrentStatus): number {
  const time = a.since.getTime() - b.since.getTime();
  return RANKS[a.status] - RANKS[b.status] || time || Number(isUnpaid(b.status)) - Number(isUnpaid(a.status));
}

/** The state of the whole: that of its least advanced product that is not cancelled. */
export function leastAdvanced<Product extends CurrentStatus>(products: readonly Product[]): CurrentStatus {
  const going = products.filter(({ status }) => !isCancelled(status));
  const rank = ({ status }: CurrentStatus) => (isUnpaid(status) ? -1 : RANKS[status]);
  const time = ({ since }: CurrentStatus) => since.getTime();
  const [least] = (going.length > 0 ? going : products).toSorted(
    (a, b) => rank(a) - rank(b) || time(b) - time(a),
  );
  if (!least) throw new RangeError('An order has a product');
  return { status: least.status, since: least.since };
}

/** The first promise and what is expected now: a promise for the whole order replaces those of its production orders. */
function deriveDelivery(order: PlacedOrder, events: readonly Happened[]) {
  const promises = pick(events, 'delivery-promise');
  const daysOf = ({ data: { from, to } }: (typeof promises)[number]): Days => ({ from, to });
  const [first] = promises;
  const current = new Map<string, Days>(order.promised ? [['', order.promised]] : []);
  const parts = new Set(order.products.map(({ productionOrder }) => productionOrder));
  for (const promise of promises) {
    if (promise.productionOrder === null) current.clear();
    current.set(promise.productionOrder ?? '', daysOf(promise));
    if ([...parts].every((part) => current.has(part))) current.delete('');
  }
  const days = [...current.values()];
  const from = days
    .map((each) => each.from)
    .toSorted()
    .at(0);
  const to = days
    .map((each) => each.to)
    .toSorted()
    .at(-1);
  return {
    promised: order.promised ?? (first ? daysOf(first) : null),
    expected: from && to ? { from, to } : null,
  };
}

/** A withdrawal as an order says it; whole once all of its lines are named. */
export function presentWithdrawn(
  withdrawn: WithdrawnOrder | undefined,
  lines: readonly { code: string }[],
): ListedOrder['withdrawn'] {
  if (!withdrawn) return null;
  const { declaredAt, isWhole, productCodes, returnBy } = withdrawn;
  return {
    declaredAt: declaredAt.toISOString(),
    isWhole: isWhole || lines.every(({ code }) => productCodes.includes(code)),
    returnBy,
  };
}
