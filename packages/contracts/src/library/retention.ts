import * as z from 'zod/mini';
import { endpoint } from '../platform/endpoint.ts';
import { count, flag, instant } from '../platform/fields.ts';
import { DAY_MS } from '../platform/limits.ts';

/** How long photos are kept after the last order or the registration, in calendar months (photo-library §9). */
export const STORAGE_MONTHS = 18;
/** Storage is safe while at least this many calendar months remain, and critical when less than one does (photo-library §9). */
export const STORAGE_SAFE_MONTHS = 3;
/** How long photos stay, hidden, after their deletion date, in days; an order within that time restores them. */
export const STORAGE_GRACE_DAYS = 30;

/** Adds calendar months to a day (YYYY-MM-DD); a day that the target month lacks becomes its last day. */
export function addMonths(day: string, months: number): string {
  const { year, month, dayOfMonth } = partsOf(day);
  const lastOfMonth = new Date(Date.UTC(year, month + months + 1, 0)).getUTCDate();
  return format(Date.UTC(year, month + months, Math.min(dayOfMonth, lastOfMonth)));
}

export function addDays(day: string, days: number): string {
  return format(instantOf(day) + days * DAY_MS);
}

/** Days from the first to the second; negative when the second is earlier. */
export function daysBetween(from: string, to: string): number {
  return Math.round((instantOf(to) - instantOf(from)) / DAY_MS);
}

/**
 * Whole calendar months from the first day to the second: the most that can be subtracted from the second without passing the
 * first. 0 when it is not later.
 */
export function monthsBetween(from: string, to: string): number {
  const [a, b] = [partsOf(from), partsOf(to)];
  const apart = (b.year - a.year) * 12 + b.month - a.month;
  return Math.max(0, addMonths(to, -apart) >= from ? apart : apart - 1);
}

function partsOf(day: string) {
  const [year = 0, month = 1, dayOfMonth = 1] = day.split('-').map(Number);
  return { year, month: month - 1, dayOfMonth };
}

function instantOf(day: string): number {
  const { year, month, dayOfMonth } = partsOf(day);
  return Date.UTC(year, month, dayOfMonth);
}

const format = (instant: number) => new Date(instant).toISOString().slice(0, 10);

/** A day in the calendar of the customer's channel, YYYY-MM-DD. */
const day = z.iso.date();

/** Reminders mailed before the deletion date. */
export const STORAGE_REMINDERS = ['three-months', 'one-month', 'one-week', 'one-day'] as const;
export type StorageReminder = (typeof STORAGE_REMINDERS)[number];

const reminder = z.object({
  reminder: z.enum(STORAGE_REMINDERS),
  /** The deletion date it announced. */
  deletionDate: day,
  /** When the mail was handed over; null until then. */
  sent: z.nullable(instant),
});

/** What the server knows about a customer's storage [RET-18]; `storageStatusOf` derives the status. */
export const storageAccount = z.object({
  delayedDeletionDate: z.nullable(day),
  lastOrderDate: z.nullable(day),
  projectCount: count,
  projectedDeletionDate: day,
  registrationDate: day,
  /** Today in the time zone of the customer's channel: browsers' clocks are not used. */
  today: day,
  photosCount: count,
  /** The deletion date that an order placed today would result in. */
  keptUntilIfOrderedToday: day,
  /**
   * While the library is hidden: the last day on which an order restores it, and whether its photos are already being deleted.
   */
  hidden: z.nullable(z.object({ deletionDate: day, isBeingDeleted: z.boolean() })),
  /** The mails about it, newest first. */
  reminders: z.array(reminder),
});
export type StorageAccount = z.infer<typeof storageAccount>;

export type StorageStatus = Pick<StorageAccount, 'lastOrderDate' | 'registrationDate' | 'projectCount'> & {
  status: 'safe' | 'warning' | 'critical';
  /** Whole calendar months and days until the deletion date; 0 on that day and after it. */
  monthsRemaining: number;
  daysRemaining: number;
  /** The last day on which the photos are kept. */
  deletionDate: string;
};

/** Derives a customer's storage status [RET-14, RET-15, RET-16, RET-17, RET-19]. */
export function storageStatusOf(account: StorageAccount): StorageStatus {
  const { lastOrderDate, registrationDate, projectCount, today } = account;
  const deletionDate = account.delayedDeletionDate ?? account.projectedDeletionDate;
  const monthsRemaining = monthsBetween(today, deletionDate);
  return {
    status: stateOf(monthsRemaining),
    monthsRemaining,
    daysRemaining: Math.max(0, daysBetween(today, deletionDate)),
    deletionDate,
    lastOrderDate,
    registrationDate,
    projectCount,
  };
}

function stateOf(monthsRemaining: number): StorageStatus['status'] {
  if (monthsRemaining >= STORAGE_SAFE_MONTHS) return 'safe';
  return monthsRemaining >= 1 ? 'warning' : 'critical';
}

/** The day until which an order placed today keeps the photos; null if they are kept that long anyway. */
export function keptLongerByOrdering(account: StorageAccount): string | null {
  const { keptUntilIfOrderedToday, hidden } = account;
  return hidden || keptUntilIfOrderedToday > storageStatusOf(account).deletionDate
    ? keptUntilIfOrderedToday
    : null;
}

/** `mock` returns the sample account of the flag UseReactivationMockData instead of the customer's own. */
export const getStorageStatus = endpoint({
  name: 'getStorageStatus',
  service: 'storage',
  method: 'GET',
  path: '/status',
  query: z.object({ mock: z._default(flag, false) }),
  response: storageAccount,
});
