import { displayStatusOf } from '@keepsake/contracts/orders/order-status';
import type { WithdrawalRight } from '@keepsake/contracts/orders/orders';
import type { getOrderWithdrawal } from '@keepsake/contracts/orders/withdrawals';
import { RETURN_DAYS } from '@keepsake/contracts/orders/withdrawals';
import type { ResponseOf } from '@keepsake/contracts/platform/endpoint';

export type Right = ResponseOf<typeof getOrderWithdrawal>['products'][number]['right'];

/** A customer not informed of the right may withdraw for this much longer (Directive 2011/83, article 10). */
const UNKNOWN_DELIVERY_DAYS = 365;

export type Details = {
  /** When the last part of the order arrived; null while something has not, or if nobody reported it. */
  deliveredAt: Date | null;
  timeZone: string;
  isBusiness: boolean;
  now: Date;
};
export type Line = {
  code: string;
  withdrawal: WithdrawalRight | null;
  isPersonalised: boolean | null;
  status: string;
  statusSince: Date;
  isDeclared: boolean;
};

/** Whether a product of an order can be withdrawn from, until when, or why not. */
export function rightOf(line: Line, { deliveredAt, timeZone, isBusiness, now }: Details): Right {
  const shown = displayStatusOf(line.status);
  if (line.isDeclared) return { state: 'declared' };
  if (shown === 'Cancelled') return { state: 'cancelled' };
  if (isBusiness) return { state: 'none', reason: 'business' };
  const right = line.withdrawal ?? (line.isPersonalised ? { none: 'personalised' as const } : null);
  if (!right) return { state: 'unknown' };
  if ('none' in right) return { state: 'none', reason: right.none };
  const { days } = right;
  if (!deliveredAt && shown !== 'Sent') return { state: 'open', days, lastDay: null };
  const last = deliveredAt
    ? lastDayOf(deliveredAt, days, timeZone)
    : lastDayOf(line.statusSince, days + UNKNOWN_DELIVERY_DAYS, timeZone);
  const isOver = Temporal.PlainDate.compare(dayOf(now, timeZone), last) > 0;
  const lastDay = last.toString();
  return isOver ? { state: 'ended', lastDay } : { state: 'open', days, lastDay: deliveredAt && lastDay };
}

const dayOf = (moment: Date, timeZone: string): Temporal.PlainDate =>
  Temporal.Instant.fromEpochMilliseconds(moment.getTime()).toZonedDateTimeISO(timeZone).toPlainDate();

/**
 * The last day of a period of days that begins with an event: the day of the event does not count, and a period never ends on a
 * Saturday or Sunday (Regulation 1182/71, article 3). Holidays, which could only extend it, are left to the shop.
 */
export function lastDayOf(moment: Date, days: number, timeZone: string): Temporal.PlainDate {
  const last = dayOf(moment, timeZone).add({ days });
  return last.add({ days: last.dayOfWeek === 6 ? 2 : last.dayOfWeek === 7 ? 1 : 0 });
}

/** The last day for sending goods back. */
export const returnBy = (declaredAt: Date, timeZone: string): Temporal.PlainDate =>
  lastDayOf(declaredAt, RETURN_DAYS, timeZone);

/** Order codes that a customer may have meant: as written or in capitals, possibly with words around them. */
export function codesIn(declaredOrder: string): string[] {
  const words = declaredOrder.match(/[A-Za-z0-9_-]{1,64}/g) ?? [];
  return [...new Set(words.flatMap((word) => [word, word.toUpperCase()]))];
}
