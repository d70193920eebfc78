import type { Photo } from '@keepsake/contracts/library/photos';
import type { TFunction } from 'i18next';
import { createContext, type ReactNode, use, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import {
  createMomentInSentence,
  formatDayInSentence,
  formatMonthInSentence as monthInSentence,
  useLocale,
} from '#/shared/format.ts';

type Marks = {
  /** What the mark of a photo says; undefined if it has none. Stable while nothing changes. */
  labelOf: (photo: Photo) => string | undefined;
  /** `done`: the picture steps back behind it. `noted`: it is only written on the picture. */
  kind: 'done' | 'noted';
};

/** Photos that a view marks. A context, because few views mark any, and tiles are many levels below. */
export const MarkedPhotos = createContext<Marks | null>(null);

/** Draws something over each photo of a view, beside its link. A stable function. */
export const OverPhotos = createContext<((photo: Photo, isSelecting: boolean) => ReactNode) | null>(null);

/**
 * The accessible name of a photo: the day it was taken or else its file name, whether it is used in an order or a favourite, and
 * its mark. The function is stable until the language or the marks change.
 */
export function useDescribePhoto(): (photo: Photo) => string {
  const { t } = useTranslation();
  const locale = useLocale();
  const marked = use(MarkedPhotos);
  return useMemo(() => {
    const formatMoment = createMomentInSentence(locale);
    const nameOf = ({ dateTaken, localFileName }: Photo) => {
      // The camera's wall time, parsed and formatted as UTC so that it stays unchanged.
      const date = dateTaken ? new Date(`${dateTaken.slice(0, 19)}Z`) : undefined;
      if (!date || Number.isNaN(date.getTime())) return localFileName;
      return t('library.photoTakenOn', { date: formatMoment(date) });
    };
    return (photo: Photo) =>
      [
        partialDateOf(photo, t, locale) ?? nameOf(photo),
        photo.isOrdered && t('delete.used'),
        photo.isFavourite && t('library.favourite'),
        marked?.labelOf(photo),
      ]
        .filter(Boolean)
        .join('. ');
  }, [t, locale, marked]);
}

/** The same including the file name, for a photo displayed with it: voice control users say what they see (WCAG 2.5.3). */
export function withFileName(name: string, { localFileName }: Photo): string {
  return name.includes(localFileName) ? name : `${localFileName}. ${name}`;
}

/** 'Taken in July 1974': what is certain of a partial date; undefined for any other. */
export function partialDateOf(
  { dateTaken = '', datePrecision }: Photo,
  t: TFunction,
  locale: string,
): string | undefined {
  if (!datePrecision) return undefined;
  const [year = '', of] = dateTaken.split('-');
  if (datePrecision === 'year') return t('preview.takenInYear', { year });
  if (datePrecision === 'day')
    return t('preview.takenOnDay', { date: formatDayInSentence(dateTaken.slice(0, 10), locale) });
  const month = monthInSentence(Number(year), Number(of), locale);
  return t('preview.takenInMonth', { month });
}
