import type { Photo } from '@keepsake/contracts/library/photos';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { createMomentInSentence, useLocale } from '#/shared/format.ts';

/**
 * The accessible name of a photo: the day it was taken or else its file name, and whether it is used in an order. The function
 * is stable until the language changes.
 */
export function useDescribePhoto(): (photo: Photo) => string {
  const { t } = useTranslation();
  const locale = useLocale();
  return useMemo(() => {
    const formatMoment = createMomentInSentence(locale);
    const nameOf = ({ dateTaken, localFileName }: Photo) => {
      // The camera's wall time, parsed and formatted as UTC so that it stays unchanged.
      const date = dateTaken ? new Date(`${dateTaken.slice(0, 19)}Z`) : undefined;
      if (!date || Number.isNaN(date.getTime())) return localFileName;
      return t('library.photoTakenOn', { date: formatMoment(date) });
    };
    return (photo: Photo) => (photo.isOrdered ? `${nameOf(photo)}. ${t('delete.used')}` : nameOf(photo));
  }, [t, locale]);
}

/** The same including the file name, for a photo displayed with it: voice control users say what they see (WCAG 2.5.3). */
export function withFileName(name: string, { localFileName }: Photo): string {
  return name.includes(localFileName) ? name : `${localFileName}. ${name}`;
}
