import { DAY_MS } from './limits.ts';

/** What shops and production say of an order or of one of its products: two kinds of words, both understood (account-area §4). */
export const ORDER_STATUSES = [
  'paymentPending',
  'paymentFailed',
  'paymentSuccess',
  'paymentFree',
  'verification failed',
  'processing',
  'processing failed',
  'approved',
  'rejected',
  'on_hold',
  'producing',
  'delayed',
  'shipped',
  'cancelled',
  'Received',
  'Confirmed',
  'ProductionStarted',
  'ProductionCompleted',
  'Dispatched',
  'Cancelled',
] as const;
export type OrderStatus = (typeof ORDER_STATUSES)[number];

/** What customers are shown of it. */
export type DisplayStatus = 'AwaitingPayment' | 'Ordered' | 'InProduction' | 'Sent' | 'Cancelled';

const DISPLAYED: Readonly<Record<OrderStatus, DisplayStatus>> = {
  Received: 'AwaitingPayment',
  paymentPending: 'AwaitingPayment',
  paymentFailed: 'AwaitingPayment',
  paymentSuccess: 'Ordered',
  paymentFree: 'Ordered',
  Confirmed: 'Ordered',
  'verification failed': 'Ordered',
  processing: 'Ordered',
  'processing failed': 'Ordered',
  approved: 'Ordered',
  on_hold: 'Ordered',
  ProductionStarted: 'InProduction',
  ProductionCompleted: 'InProduction',
  producing: 'InProduction',
  delayed: 'InProduction',
  Dispatched: 'Sent',
  shipped: 'Sent',
  Cancelled: 'Cancelled',
  cancelled: 'Cancelled',
  rejected: 'Cancelled',
};

/** The status to show for either kind of word; null for one that nobody knows, which shows nothing. */
export function displayStatusOf(status: string): DisplayStatus | null {
  return Object.hasOwn(DISPLAYED, status) ? DISPLAYED[status as OrderStatus] : null;
}

/** An order is in progress for so long after it was placed (account-area §9). */
export const IN_PROGRESS_MS = 30 * DAY_MS;
/** A product that was sent is in progress for so long after its payment changed (account-area §9). */
const SENT_IN_PROGRESS_MS = 14 * DAY_MS;
/** An order that nobody pays is hidden after this time, which is told before. */
export const UNPAID_DAYS = 30;

type OrderAges = {
  createdAt: string;
  products: readonly { status: string; paymentChangedDate: string | null }[];
};

/**
 * Whether an order stands in the list `inProgress`: it is under 30 days old, and each of its products is either not sent or
 * had its payment changed within 14 days [ORD-03].
 */
export function isInProgress({ createdAt, products }: OrderAges, now: Date): boolean {
  const isWithin = (instant: string, span: number) => now.getTime() - Date.parse(instant) < span;
  if (!isWithin(createdAt, IN_PROGRESS_MS)) return false;
  return products.every(
    ({ status, paymentChangedDate }) =>
      displayStatusOf(status) !== 'Sent' ||
      (paymentChangedDate !== null && isWithin(paymentChangedDate, SENT_IN_PROGRESS_MS)),
  );
}

/** Every order in one of the two lists, in its order [ORD-04, ORD-05]. */
export function splitOrders<Order extends OrderAges>(orders: readonly Order[], now: Date) {
  const [inProgress, history]: [Order[], Order[]] = [[], []];
  for (const order of orders) (isInProgress(order, now) ? inProgress : history).push(order);
  return { inProgress, history };
}
