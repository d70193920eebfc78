import { displayStatusOf, UNPAID_DAYS } from '@keepsake/contracts/orders/order-status';
import type { WithdrawalRight } from '@keepsake/contracts/orders/orders';
import { DAY_MS } from '../../../platform/clock.ts';
import { isCancelled } from './rules.ts';

/** What was sent counts as delivered after this many days, unless reported. */
const DELIVERY_DAYS = 30;
/** Nothing more is expected of an order without news this long after its expected arrival. */
const SILENT_DAYS = 90;
/** The right of withdrawal if the shop states none (Directive 2011/83, article 9). */
const WITHDRAWAL_DAYS = 14;
/** A period never ends on a weekend (Regulation 1182/71, article 3), and lasts until the end of the day in the order's place. */
const WEEKEND_DAYS = 3;

/** The facts about an order and its products. */
export type Lasting = {
  createdAt: Date;
  status: string;
  statusSince: Date;
  awaitsPayment: boolean;
  deliveredAt: Date | null;
  /** The last day of expected arrival. */
  expectedTo: string | null;
  products: readonly { status: string; withdrawal: WithdrawalRight | null; isPersonalised: boolean | null }[];
};

/**
 * Until when an order must be kept whole, so that it can arrive and be withdrawn from. Later once something has happened to the
 * order.
 */
export function neededUntil(order: Lasting): Date {
  const { createdAt, status, statusSince, awaitsPayment, deliveredAt, expectedTo } = order;
  if (isCancelled(status)) return statusSince;
  if (awaitsPayment) return after(createdAt, UNPAID_DAYS);
  const rights = daysToWithdraw(order) + WEEKEND_DAYS;
  if (deliveredAt) return after(deliveredAt, rights);
  if (displayStatusOf(status) === 'Sent') return after(statusSince, DELIVERY_DAYS + rights);
  const expected = expectedTo ? Date.parse(expectedTo) : 0;
  return after(new Date(Math.max(statusSince.getTime(), expected)), SILENT_DAYS + rights);
}

/** Whether a customer who leaves now would miss the arrival of an order. */
export const isStillArriving = (order: Lasting, now: Date): boolean =>
  order.deliveredAt === null && neededUntil(order) > now;

const after = (moment: Date, days: number) => new Date(moment.getTime() + days * DAY_MS);

function daysToWithdraw({ products }: Lasting): number {
  const days = products.map(({ status, withdrawal, isPersonalised }) => {
    if (isCancelled(status)) return 0;
    if (withdrawal) return 'days' in withdrawal ? withdrawal.days : 0;
    return isPersonalised ? 0 : WITHDRAWAL_DAYS;
  });
  return Math.max(0, ...days);
}
