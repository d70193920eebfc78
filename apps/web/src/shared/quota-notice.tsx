import type { getCounts, ResponseOf } from '@keepsake/contracts';
import { useTranslation } from 'react-i18next';
import { formatBytes, formatNumber, useLocale } from './format.ts';
import classes from './quota-notice.module.css';

/** From which part of its quota on a library says how much of it is used. */
const NEAR = 0.9;

type Props = { photosCount: number; quota: NonNullable<ResponseOf<typeof getCounts>['quota']> };

/** Says that the library is almost full or full, and what helps; absent while there is room. */
export function QuotaNotice({ photosCount, quota }: Props) {
  const { t } = useTranslation();
  const locale = useLocale();
  const uses = [
    {
      part: partOf(photosCount, quota.photos),
      used: formatNumber(photosCount, locale),
      most: t('albums.photosCount', { count: quota.photos ?? 0 }),
    },
    {
      part: partOf(quota.usedBytes, quota.bytes),
      used: formatBytes(quota.usedBytes, locale),
      most: formatBytes(quota.bytes ?? 0, locale),
    },
  ];
  const [{ part, ...amounts }] = uses.toSorted((one, other) => other.part - one.part) as [(typeof uses)[0]];
  if (part < NEAR) return null;
  return (
    <p className={classes.notice} data-tone={part < 1 ? 'warning' : 'critical'} role="status">
      <strong>{t(part < 1 ? 'library.quota.near' : 'library.quota.full', amounts)}</strong>{' '}
      {t('library.quota.remedy')}
    </p>
  );
}

const partOf = (used: number, most: number | null) => (most === null ? 0 : used / most);
