import type { Photo } from '@keepsake/contracts/library/photos';
import { createContext, use, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { createMomentInSentence, useLocale } from '#/shared/format.ts';

/** Photos that a view marks, and what the mark says. A context, because only pickers mark any, and tiles are many levels below. */
export const MarkedPhotos = createContext<{ ids: ReadonlySet<string>; label: string } | null>(null);

/**
 * The accessible name of a photo: the day it was taken or else its file name, whether it is used in an order, and its mark. The
 * function is stable until the language or the marks change.
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
      [nameOf(photo), photo.isOrdered && t('delete.used'), marked?.ids.has(photo.imageId) && marked.label]
        .filter(Boolean)
        .join('. ');
  }, [t, locale, marked]);
}

/** The same including the file name, for a photo displayed with it: voice control users say what they see (WCAG 2.5.3). */
export function withFileName(name: string, { localFileName }: Photo): string {
  return name.includes(localFileName) ? name : `${localFileName}. ${name}`;
}
