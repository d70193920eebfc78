import type { CallbackSettings } from '@keepsake/contracts/exchange/callbacks';
import { useTranslation } from 'react-i18next';
import { settingsGroup } from '#/features/account/settings/index.ts';
import { callbackSettingsQuery } from './queries.ts';

/** The settings group for callbacks of business customers [SET-06]. */
export const callbacksGroup = settingsGroup({
  key: 'callbacks',
  title: 'callbacks.group',
  action: 'settings.manage',
  actionInFull: 'callbacks.manage',
  to: '/settings/b2b/callbacks',
  query: callbackSettingsQuery,
  Value: CallbacksValue,
});

function CallbacksValue({ data: { url, format, stopped } }: { data: CallbackSettings }) {
  const { t } = useTranslation();
  if (url === null) return <p>{t('callbacks.noneYet')}</p>;
  return (
    <>
      <p dir="auto">{url}</p>
      <p>{stopped ? t('callbacks.isStopped') : t(`callbacks.as.${format}`)}</p>
    </>
  );
}
