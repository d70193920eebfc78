import type { Days } from '../platform/fields.ts';
import type { ListedOrder, Superorder } from './order-queries.ts';
import { type DisplayStatus, displayStatusOf, type OrderStatus } from './order-status.ts';

/** What can be wrong with an order, beside its display status [ORD-19]. */
const TROUBLES = {
  paymentFailed: 'paymentFailed',
  'processing failed': 'processingFailed',
  'verification failed': 'verificationFailed',
  on_hold: 'onHold',
  delayed: 'delayed',
} as const satisfies { [Status in OrderStatus]?: string };
export type OrderTrouble = (typeof TROUBLES)[keyof typeof TROUBLES];

/**
 * What an order's headline says, wherever the order is shown: its state, what is wrong if anything, and the one date or act that
 * matters next.
 */
export type OrderHeadline = {
  state: DisplayStatus | 'ReadyForPickUp' | 'Delivered' | 'Collected' | null;
  trouble: OrderTrouble | null;
  /** Whether the customer has withdrawn from it or from some of its products, which it says beside its state. */
  isWithdrawn: boolean;
  next:
    | { kind: 'collect'; place: string | null; until: string | null }
    /** `isOver`: the day has passed, and nothing says that it was paid. */
    | { kind: 'pay'; until: string; isOver: boolean }
    /** `change`: from what was promised. */
    | { kind: 'arrival'; days: Days; change: 'later' | 'earlier' | null }
    /** `isOnWay`: the goods are to arrive before they can be sent back. */
    | { kind: 'sendBack'; until: string; isOnWay: boolean }
    | { kind: 'since'; state: 'Sent' | 'Delivered' | 'Collected' | 'Cancelled'; at: string }
    | null;
};

type HeadlineFields = Pick<
  ListedOrder,
  | 'status'
  | 'statusSince'
  | 'deliveryType'
  | 'deliveredAt'
  | 'collection'
  | 'unpaidUntil'
  | 'promisedDelivery'
  | 'expectedDelivery'
  | 'withdrawn'
> & { products: readonly Pick<ListedOrder['products'][number], 'status'>[] };

/** The headline of an order at a moment. */
export function headlineOf(order: HeadlineFields, now: Date): OrderHeadline {
  const { deliveredAt, collection, statusSince, unpaidUntil } = order;
  const shown = displayStatusOf(order.status);
  const isWithdrawn = order.withdrawn !== null && shown !== 'Cancelled';
  if (shown === 'Cancelled')
    return { state: shown, trouble: null, isWithdrawn, next: since(shown, statusSince) };
  if (deliveredAt !== null) {
    const state = order.deliveryType === 'PickupPoint' ? 'Collected' : 'Delivered';
    const next = sendBackOf(order, now) ?? since(state, deliveredAt);
    return { state, trouble: null, isWithdrawn, next };
  }
  const trouble = troubleOf(order);
  if (unpaidUntil !== null && isToPay(order)) {
    const isOver = Date.parse(unpaidUntil) <= now.getTime();
    return { state: shown, trouble, isWithdrawn, next: { kind: 'pay', until: unpaidUntil, isOver } };
  }
  if (collection !== null) {
    const { place, until } = collection;
    return { state: 'ReadyForPickUp', trouble, isWithdrawn, next: { kind: 'collect', place, until } };
  }
  const next = isGivenUp(order)
    ? shown === 'Sent'
      ? sendBackOf(order, now)
      : null
    : arrivalOf(order, shown);
  return { state: shown, trouble: trouble ?? (isLate(order) ? 'delayed' : null), isWithdrawn, next };
}

/** Whether nothing more is promised of an order, because the customer has withdrawn from all of it. */
export const isGivenUp = ({ withdrawn }: Pick<ListedOrder, 'withdrawn'>): boolean =>
  withdrawn?.isWhole === true;

/** Whether an order waits for its payment, which is not asked for once the customer has withdrawn from all of it. */
export const isToPay = ({
  unpaidUntil,
  withdrawn,
}: Pick<ListedOrder, 'unpaidUntil' | 'withdrawn'>): boolean =>
  unpaidUntil !== null && !isGivenUp({ withdrawn });

/** Until when goods are to be sent back; null if none are, or the day has passed. */
function sendBackOf({ withdrawn, deliveredAt }: HeadlineFields, now: Date): OrderHeadline['next'] {
  const until = withdrawn?.returnBy ?? null;
  if (until === null || until < now.toISOString().slice(0, 10)) return null;
  return { kind: 'sendBack', until, isOnWay: deliveredAt === null };
}

/** The new day of a delayed order, if that is what matters most about it; its status then stands beside it. */
export const newDayOf = ({ trouble, next }: Pick<OrderHeadline, 'trouble' | 'next'>): Days | null =>
  trouble === 'delayed' && next?.kind === 'arrival' && next.change === 'later' ? next.days : null;

const since = (state: 'Sent' | 'Delivered' | 'Collected' | 'Cancelled', at: string) =>
  ({ kind: 'since', state, at }) as const;

/** What is wrong with the order, or with any of its products; the first of TROUBLES counts. */
function troubleOf({ status, products }: HeadlineFields): OrderTrouble | null {
  const statuses = new Set([status, ...products.map((product) => product.status)]);
  const found = Object.entries(TROUBLES).find(([each]) => statuses.has(each));
  return found ? found[1] : null;
}

function arrivalOf(
  { expectedDelivery: days, promisedDelivery, statusSince }: HeadlineFields,
  shown: DisplayStatus | null,
): OrderHeadline['next'] {
  if (!days) return shown === 'Sent' ? since(shown, statusSince) : null;
  return { kind: 'arrival', days, change: promisedDelivery && changeOf(promisedDelivery, days) };
}

/** Whether an order is now expected later than promised. */
const isLate = ({ promisedDelivery, expectedDelivery, withdrawn }: HeadlineFields): boolean =>
  !isGivenUp({ withdrawn }) &&
  promisedDelivery !== null &&
  expectedDelivery !== null &&
  changeOf(promisedDelivery, expectedDelivery) === 'later';

function changeOf(promised: Days, expected: Days): 'later' | 'earlier' | null {
  if (areSame(promised, expected)) return null;
  const isLater = expected.to > promised.to || (expected.to === promised.to && expected.from > promised.from);
  return isLater ? 'later' : 'earlier';
}

/** Whether two ranges of days are the same. */
export const areSame = (a: Days, b: Days) => a.from === b.from && a.to === b.to;

/** Whether a product has arrived: everything has, or every parcel that is known to have it. */
export function hasArrived(
  {
    deliveredAt,
    parcels,
  }: Pick<Superorder, 'deliveredAt'> & {
    parcels: readonly Pick<Superorder['parcels'][number], 'productCodes' | 'state'>[];
  },
  code: string,
): boolean {
  const own = parcels.filter(({ productCodes }) => productCodes?.includes(code));
  return deliveredAt !== null || (own.length > 0 && own.every(({ state }) => state === 'delivered'));
}

/** Whether only customer care can say how an unpaid order is paid, because the shop gave no address to pay at. */
export const isPaymentUnexplained = (
  order: Pick<ListedOrder, 'unpaidUntil' | 'paymentUrl' | 'withdrawn'>,
): boolean => isToPay(order) && order.paymentUrl === null;

/** Whether nothing more is to come of an order: it has arrived, or is cancelled. */
export const isFinished = ({ status, deliveredAt }: Pick<ListedOrder, 'status' | 'deliveredAt'>) =>
  deliveredAt !== null || displayStatusOf(status) === 'Cancelled';

/** Whether an order is still to come, so that a day by which it is needed means something: paid, not given up, and not there already. */
export const isAwaited = (
  order: Pick<ListedOrder, 'status' | 'deliveredAt' | 'unpaidUntil' | 'collection' | 'withdrawn'>,
): boolean =>
  !isFinished(order) && !isGivenUp(order) && order.unpaidUntil === null && order.collection === null;

/**
 * Orders by urgency: what waits to be collected, what is to be paid, late or otherwise in trouble, what is under way as promised,
 * what is finished; the sequence stays within each.
 */
export const byUrgency = <Order extends HeadlineFields>(orders: readonly Order[]): Order[] =>
  orders.toSorted((a, b) => urgencyOf(a) - urgencyOf(b));

function urgencyOf(order: HeadlineFields): number {
  if (isFinished(order)) return 3;
  if (order.collection !== null) return 0;
  return isToPay(order) || troubleOf(order) !== null || isLate(order) ? 1 : 2;
}
