import type { Photo } from '@keepsake/contracts';
import type { TFunction } from 'i18next';
import { formatDateInSentence } from '#/shared/format/dates.ts';

const WALL_TIME = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d:\d\d)/;

/**
 * 'Taken on d MMMM yyyy at HH:mm:ss' by the clock of the camera, wherever the customer is [PRV-19]; without that, when
 * the photo was added, which claims nothing about when it was taken [PRV-20].
 */
export function captionOf({ dateTaken, created }: Photo, t: TFunction, locale: string): string {
  const [, day, time] = dateTaken?.match(WALL_TIME) ?? [];
  const taken = `${day}T12:00:00`;
  if (!day || Number.isNaN(new Date(taken).getTime())) {
    return t('preview.addedOn', { date: formatDateInSentence(created, locale) });
  }
  return t('preview.takenOn', { date: formatDateInSentence(taken, locale), time });
}
