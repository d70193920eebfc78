import { addDays, addMonths, STORAGE_REMINDERS, type StorageReminder } from '@keepsake/contracts';
import type { Day } from './storage-account.ts';

/** How long before the deletion date customers know it at the least, in days. */
export const NOTICE_DAYS = 7;

const DAYS: Record<StorageReminder, (deletionDate: Day) => Day> = {
  'three-months': (date) => addMonths(date, -3),
  'one-month': (date) => addMonths(date, -1),
  'one-week': (date) => addDays(date, -NOTICE_DAYS),
  'one-day': (date) => addDays(date, -1),
};

/** The day of each reminder of a deletion date, in their order. */
export function reminderDays(deletionDate: Day): { reminder: StorageReminder; day: Day }[] {
  return STORAGE_REMINDERS.map((reminder) => ({ reminder, day: DAYS[reminder](deletionDate) }));
}

/** The first day on which storage is critical: less than a calendar month remains. */
export function criticalFrom(deletionDate: Day): Day {
  return addDays(addMonths(deletionDate, -1), 1);
}
