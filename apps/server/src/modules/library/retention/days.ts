import {
  addDays,
  addMonths,
  STORAGE_MONTHS,
  STORAGE_REMINDERS,
  type StorageReminder,
} from '@keepsake/contracts/library/retention';
import { dayIn } from '../../../platform/wall-time.ts';
import type { Channel } from '../../frame/channels/index.ts';

/** A day in the calendar of the customer's channel, YYYY-MM-DD. */
export type Day = string;

/** Customers are warned at least this many days before their photos are hidden. */
export const NOTICE_DAYS = 7;

/** What a channel says about how long photos are kept. */
export type RetainingChannel = Pick<Channel, 'timeZone' | 'retention'>;

/** How many months an order keeps photos. If they are kept forever, the default is recorded in case that changes. */
export const monthsOf = ({ retention }: Pick<Channel, 'retention'>): number =>
  retention === 'off' ? STORAGE_MONTHS : retention.months;

/** The last day on which an order or a registration keeps photos [RET-01, RET-02]. */
export function projectedDate(channel: RetainingChannel, since: Date): Day {
  return addMonths(dayIn(channel.timeZone, since), monthsOf(channel));
}

const REMINDER_DAYS: Record<StorageReminder, (deletionDate: Day) => Day> = {
  'three-months': (date) => addMonths(date, -3),
  'one-month': (date) => addMonths(date, -1),
  'one-week': (date) => addDays(date, -NOTICE_DAYS),
  'one-day': (date) => addDays(date, -1),
};

/** The day of each given reminder of a deletion date, in order. */
export function reminderDays(
  deletionDate: Day,
  given: readonly StorageReminder[] = STORAGE_REMINDERS,
): { reminder: StorageReminder; day: Day }[] {
  const sent = STORAGE_REMINDERS.filter((reminder) => given.includes(reminder));
  return sent.map((reminder) => ({ reminder, day: REMINDER_DAYS[reminder](deletionDate) }));
}

/** The first day on which storage is critical: less than a calendar month remains. */
export function criticalFrom(deletionDate: Day): Day {
  return addDays(addMonths(deletionDate, -1), 1);
}
