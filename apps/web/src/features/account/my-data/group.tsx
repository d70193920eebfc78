import type { MyDataArchive } from '@keepsake/contracts/account/my-data';
import { useTranslation } from 'react-i18next';
import { settingsGroup } from '#/features/account/settings/index.ts';
import { useChannel } from '#/shared/configuration.tsx';
import { formatDateInSentence } from '#/shared/format.ts';
import { myDataQuery } from './queries.ts';

/** The settings group for 'my data' [RTE-24]. */
export const myDataGroup = settingsGroup({
  key: 'my-data',
  title: 'myData.title',
  action: 'settings.manage',
  actionInFull: 'myData.manage',
  to: '/settings/my-data',
  query: myDataQuery,
  Value: MyDataValue,
});

function MyDataValue({ data }: { data: MyDataArchive | null }) {
  const { t } = useTranslation();
  const { locale, timeZone } = useChannel();
  if (!data) return <p>{t('myData.offer')}</p>;
  if (data.status === 'READY')
    return <p>{t('myData.until', { date: formatDateInSentence(data.expires, locale, timeZone) })}</p>;
  return <p>{t(data.status === 'FAILED' ? 'myData.failedTitle' : 'myData.running')}</p>;
}
