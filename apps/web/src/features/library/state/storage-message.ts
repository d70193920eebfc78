import {
  addMonths,
  daysBetween,
  STORAGE_GRACE_DAYS,
  type StorageAccount,
  storageStatusOf,
} from '@keepsake/contracts/library/retention';
import type { TFunction } from 'i18next';
import { formatDayInSentence } from '#/shared/format.ts';

type StorageTone = 'safe' | 'warning' | 'critical' | 'hidden';

export function toneOf(account: StorageAccount): StorageTone {
  return account.hidden ? 'hidden' : storageStatusOf(account).status;
}

/**
 * Remaining months rounded to the nearest, so that 18 promised months are still 18 the next day. The exact date is shown
 * beside.
 */
function nearestMonths({ today }: StorageAccount, months: number, deletionDate: string): number {
  const [before, after] = [addMonths(today, months), addMonths(today, months + 1)];
  return daysBetween(before, deletionDate) < daysBetween(deletionDate, after) ? months : months + 1;
}

/** How long the photos stay: in months while the status is safe, then in days, then as a date [RET-05 to RET-09]. */
export function storageMessage(account: StorageAccount, t: TFunction, locale: string): string {
  const { hidden } = account;
  if (hidden?.isBeingDeleted) return t('storage.beingDeleted');
  if (hidden) return t('storage.hidden', { date: formatDayInSentence(hidden.deletionDate, locale) });
  const { status, monthsRemaining, daysRemaining, deletionDate } = storageStatusOf(account);
  if (status === 'safe') {
    return t('storage.safe', { count: nearestMonths(account, monthsRemaining, deletionDate) });
  }
  if (status === 'warning') return t('storage.warning', { count: daysRemaining });
  if (daysRemaining === 0) return t('storage.today');
  if (daysRemaining === 1) return t('storage.tomorrow');
  return t('storage.inDays', { count: daysRemaining });
}

/** Why the date of the deletion is later than the one of the warnings: hidden photos can still be brought back for some days. */
export function graceMessage(account: StorageAccount, t: TFunction, locale: string): string {
  const count = STORAGE_GRACE_DAYS;
  const { deletionDate } = storageStatusOf(account);
  if (!account.hidden) {
    return t('storage.grace', { count, date: formatDayInSentence(deletionDate, locale) });
  }
  return t('storage.ended', { count, date: formatDayInSentence(deletionDate, locale) });
}
