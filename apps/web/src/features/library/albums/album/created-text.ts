import type { TFunction } from 'i18next';
import { formatDate } from '#/shared/format/dates.ts';

type Context = { now: Date; locale: string; t: TFunction };

/** 'Created today', 'Created yesterday' or 'Created dd MMM yyyy', by the viewer's days [ALD-05 to ALD-07]. */
export function createdText(created: string, { now, locale, t }: Context): string {
  const days = daysBetween(new Date(created), now);
  if (days <= 0) return t('album.createdToday');
  if (days === 1) return t('album.createdYesterday');
  return t('albums.created', { date: formatDate(created, locale) });
}

/** Midnights between two moments; whole days, also where the clocks changed. */
function daysBetween(from: Date, to: Date): number {
  const day = (date: Date) => Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()) / 86_400_000;
  return day(to) - day(from);
}
