import type { Photo } from '@keepsake/contracts';
import type { TFunction } from 'i18next';

const WALL_TIME = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d:\d\d)/;

/**
 * 'Taken on d MMMM yyyy at HH:mm:ss' by the clock of the camera, wherever the customer is [PRV-19]; without that, when
 * the photo was added, which claims nothing about when it was taken [PRV-20].
 */
export function captionOf({ dateTaken, created }: Photo, t: TFunction, locale: string): string {
  const [, day, time] = dateTaken?.match(WALL_TIME) ?? [];
  const taken = new Date(`${day}T12:00:00Z`);
  if (!day || Number.isNaN(taken.getTime())) {
    return t('preview.addedOn', { date: formatDay(new Date(created), locale) });
  }
  return t('preview.takenOn', { date: formatDay(taken, locale, 'UTC'), time });
}

/** `d MMMM yyyy` in the words of the locale. */
function formatDay(date: Date, locale: string, timeZone?: 'UTC'): string {
  return new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'long', year: 'numeric', timeZone }).format(
    date,
  );
}
