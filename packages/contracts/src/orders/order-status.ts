import { DAY_MS } from '../platform/limits.ts';

/**
 * Statuses reported by shops and by production, of an order or one of its products. Both vocabularies are understood
 * (account-area §4).
 */
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

/** The status shown to customers. */
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

/** Whether a text is a status of either vocabulary. */
export const isOrderStatus = (status: string): status is OrderStatus => Object.hasOwn(DISPLAYED, status);

/** The display status for a status of either vocabulary; null for an unknown one, which is not shown. */
export const displayStatusOf = (status: string): DisplayStatus | null =>
  isOrderStatus(status) ? DISPLAYED[status] : null;

/** How long an order counts as in progress after it was placed (account-area §9). */
export const IN_PROGRESS_MS = 30 * DAY_MS;
/** How long a sent product counts as in progress after its payment changed (account-area §9). */
const SENT_IN_PROGRESS_MS = 14 * DAY_MS;
/** Days after which an unpaid order is hidden; customers are warned before. */
export const UNPAID_DAYS = 30;

type OrderAges = {
  createdAt: string;
  products: readonly { status: string; paymentChangedDate: string | null }[];
};

/**
 * Whether an order belongs to the list `inProgress`: it is under 30 days old, and each of its products is either not sent or
 * had its payment changed within 14 days; the order's date stands in for an unknown one [ORD-03].
 */
export function isInProgress({ createdAt, products }: OrderAges, now: Date): boolean {
  const isWithin = (instant: string, span: number) => now.getTime() - Date.parse(instant) < span;
  if (!isWithin(createdAt, IN_PROGRESS_MS)) return false;
  return products.every(
    ({ status, paymentChangedDate }) =>
      displayStatusOf(status) !== 'Sent' || isWithin(paymentChangedDate ?? createdAt, SENT_IN_PROGRESS_MS),
  );
}

/** Splits orders into the two lists, keeping their sequence [ORD-04, ORD-05]. */
export function splitOrders<Order extends OrderAges>(orders: readonly Order[], now: Date) {
  const [inProgress, history]: [Order[], Order[]] = [[], []];
  for (const order of orders) (isInProgress(order, now) ? inProgress : history).push(order);
  return { inProgress, history };
}
