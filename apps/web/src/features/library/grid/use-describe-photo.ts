import type { Photo } from '@keepsake/contracts';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { createMomentInSentence } from '#/shared/format/dates.ts';
import { useLocale } from '#/shared/format/use-locale.ts';

/**
 * Names a photo by the day it was taken, else by its file, and says whether it is used in an order; the same function
 * until the language changes.
 */
export function useDescribePhoto(): (photo: Photo) => string {
  const { t } = useTranslation();
  const locale = useLocale();
  return useMemo(() => {
    const formatMoment = createMomentInSentence(locale);
    const nameOf = ({ dateTaken, localFileName }: Photo) => {
      // Wall time of the camera: read and written as UTC it is shown as it was.
      const date = dateTaken ? new Date(`${dateTaken.slice(0, 19)}Z`) : undefined;
      if (!date || Number.isNaN(date.getTime())) return localFileName;
      return t('library.photoTakenOn', { date: formatMoment(date) });
    };
    return (photo: Photo) => (photo.isOrdered ? `${nameOf(photo)}. ${t('delete.used')}` : nameOf(photo));
  }, [t, locale]);
}
