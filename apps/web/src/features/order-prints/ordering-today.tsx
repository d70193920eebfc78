import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useFlag } from '#/shared/flags/use-flag.ts';
import { formatDayInSentence } from '#/shared/format/dates.ts';
import { useLocale } from '#/shared/format/use-locale.ts';
import { storageStatusQuery } from '#/shared/storage-status/storage-status-query.ts';
import classes from './transfer-overlay.module.css';

/** Says on the way to the editor what an order of today earns; nothing while that is unknown. */
export function OrderingToday() {
  const { t } = useTranslation();
  const locale = useLocale();
  const isOn = useFlag('ReactivationEnabled');
  const { data } = useQuery({ ...storageStatusQuery(), enabled: isOn });
  if (!isOn || !data) return null;
  const words = t('orderPrints.keptUntil', {
    date: formatDayInSentence(data.keptUntilIfOrderedToday, locale),
  });
  return <p className={classes.kept}>{words}</p>;
}
