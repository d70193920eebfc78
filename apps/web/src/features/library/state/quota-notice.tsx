import { fullnessOf, type LibraryCounts } from '@keepsake/contracts/library/photos';
import { useTranslation } from 'react-i18next';
import { formatBytes, formatNumber, useLocale } from '#/shared/format.ts';
import classes from './quota-notice.module.css';

type Props = { photosCount: number; quota: NonNullable<LibraryCounts['quota']> };

/** Warns that the library is almost full or full, and says what helps; renders nothing while there is room. */
export function QuotaNotice({ photosCount, quota }: Props) {
  const { t } = useTranslation();
  const locale = useLocale();
  const fullness = fullnessOf({ photosCount, quota });
  if (!fullness) return null;
  const { by, part } = fullness;
  const amounts =
    by === 'photos'
      ? {
          used: formatNumber(photosCount, locale),
          most: t('albums.photosCount', { count: quota.photos ?? 0 }),
        }
      : { used: formatBytes(quota.usedBytes, locale), most: formatBytes(quota.bytes ?? 0, locale) };
  return (
    <p className={classes.notice} data-tone={part < 1 ? 'warning' : 'critical'} role="status">
      <strong>{t(part < 1 ? 'library.quota.near' : 'library.quota.full', amounts)}</strong>{' '}
      {t('library.quota.remedy')}
    </p>
  );
}
