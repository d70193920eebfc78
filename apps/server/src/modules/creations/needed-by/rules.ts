import { NEEDED_NEWS, type NeededNews, type NeededVerdict } from '@keepsake/contracts/orders/needed-by';
import type { Days } from '@keepsake/contracts/platform/fields';
import { DAY_MS } from '../../../platform/clock.ts';
import type { Timing } from '../../exchange/merchandise/index.ts';

/** Compares a day with the days of arrival. */
export function compareDays(date: string, { from, to }: Days): 'in-time' | 'tight' | 'late' {
  if (to <= date) return 'in-time';
  return from <= date ? 'tight' : 'late';
}

type Whole = {
  date: string;
  /** In the same calendar. */
  today: string;
};

/** Whether an order arrives by its date, according to its delivery, its promise and its carriers. */
export function verdictOfOrder({
  date,
  today,
  arrival,
  deliveredOn,
  isSent,
  parcels,
}: Whole & {
  arrival: Days | null;
  deliveredOn: string | null;
  /** Whether everything has been sent. */
  isSent: boolean;
  /** The carriers' states of its parcels. */
  parcels: readonly string[];
}): { verdict: NeededVerdict; arrival: Days | null } {
  if (deliveredOn !== null) {
    const days = { from: deliveredOn, to: deliveredOn };
    return { verdict: deliveredOn <= date ? 'arrived' : 'late', arrival: days };
  }
  if (today > date) return { verdict: 'late', arrival: arrival && from(today, arrival) };
  // A parcel ready for pickup can be collected today.
  const waits = isSent && parcels.length > 0 && parcels.every((state) => state === 'ready-for-pick-up');
  if (waits) return { verdict: 'in-time', arrival: { from: today, to: today } };
  if (!arrival) return { verdict: 'unknown', arrival: null };
  const days = from(today, arrival);
  const verdict = compareDays(date, days);
  const isHeldUp =
    arrival.to < today || parcels.some((state) => state === 'exception' || state === 'attempted');
  // A promise that has passed, or a parcel that could not be delivered, promises nothing any more.
  return { verdict: isHeldUp && verdict === 'in-time' ? 'tight' : verdict, arrival: days };
}

/** What has not arrived yet arrives today at the earliest. */
const from = (today: string, days: Days): Days => ({
  from: days.from < today ? today : days.from,
  to: days.to < today ? today : days.to,
});

/** Whether a project arrives by its date if ordered now. */
export function verdictOfProject({
  date,
  today,
  now,
  timing,
}: Whole & { now: Date; timing: Timing | null }): NeededVerdict {
  if (today > date) return 'late';
  const { arrival = null, orderBy = null } = timing ?? {};
  // Until then it is promised, whatever the usual days are.
  if (orderBy && now < orderBy) return 'in-time';
  if (arrival) {
    const usual = compareDays(date, arrival);
    return usual === 'in-time' ? 'tight' : usual;
  }
  return orderBy ? 'late' : 'unknown';
}

/** The state of a date, as far as customers are notified of it. */
export const STAGES = [...NEEDED_NEWS, 'unknown', 'arrived'] as const;
export type Stage = (typeof STAGES)[number];
export type Notified = { stage: Stage | null; at: Date | null };

/** How long before its latest order time a project's reminders are due, in order. */
const REMINDERS = [
  ['three-days', 3 * DAY_MS],
  ['one-day', DAY_MS],
] as const;

/** The stage of an order's date is its verdict; that of a project's says how near its latest order time is. */
export function stageOf(verdict: NeededVerdict, orderBy: Date | null, now: Date): Stage {
  if (verdict !== 'in-time' || !orderBy) return verdict;
  const leftMs = orderBy.getTime() - now.getTime();
  return REMINDERS.findLast(([, beforeMs]) => leftMs <= beforeMs)?.[0] ?? 'in-time';
}

/** Minimum interval between two mails about one date. */
export const QUIET_MS = DAY_MS / 2;

/**
 * What to mail now: each relevant change once, and no two mails within half a day, so that a state that fluctuates is reported as
 * it is by then. An order's customer is notified when it becomes late or tight, and when it is in time again; a project's three
 * days and one day before its latest order time, and when it is too late. Null if nothing is new.
 */
export function newsOf(
  kind: 'project' | 'order',
  stage: Stage,
  { notified, now }: { notified: Notified; now: Date },
): NeededNews | null {
  if (stage === notified.stage || stage === 'unknown' || stage === 'arrived') return null;
  if (notified.at && now.getTime() - notified.at.getTime() < QUIET_MS) return null;
  if (kind === 'project') return stage === 'in-time' || stage === 'tight' ? null : stage;
  if (stage === 'in-time') return notified.stage === 'late' || notified.stage === 'tight' ? stage : null;
  return stage;
}
