import { storageStatusOf } from '@keepsake/contracts';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useFlag } from '#/shared/flags/use-flag.ts';
import { formatDayInSentence } from '#/shared/format/dates.ts';
import { useLocale } from '#/shared/format/use-locale.ts';
import { storageStatusQuery } from '#/shared/storage-status/storage-status-query.ts';
import classes from './ordered-page.module.css';

/** Until when the photos are kept, now that something was ordered [RET-01]. */
export function KeptUntil() {
  const { t } = useTranslation();
  const locale = useLocale();
  const isOn = useFlag('ReactivationEnabled');
  const { data, isError } = useQuery({ ...storageStatusQuery(), staleTime: 0, enabled: isOn });
  if (!isOn) return null;
  if (isError) return <p role="status">{t('demoShop.keptFailed')}</p>;
  if (!data) return <p role="status">{t('demoShop.keptLoading')}</p>;
  const { deletionDate } = storageStatusOf(data);
  return (
    <p role="status" className={classes.kept}>
      {t('demoShop.keptUntil', { date: formatDayInSentence(deletionDate, locale) })}
    </p>
  );
}
