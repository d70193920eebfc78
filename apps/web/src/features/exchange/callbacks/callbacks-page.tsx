import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { BackLink } from '#/shared/ui/back-link.tsx';
import { ErrorState } from '#/shared/ui/error-state.tsx';
import { Page } from '#/shared/ui/page.tsx';
import panels from '#/shared/ui/panels.module.css';
import { AddressPanel } from './address-panel.tsx';
import { CallbackLog } from './callback-log.tsx';
import { KeyPanel } from './key-panel.tsx';
import { callbackSettingsQuery } from './queries.ts';
import { TestReceiverPanel } from './test-receiver-panel.tsx';

/** Settings and log of a business customer's callbacks [SET-06, SET-09]. */
export function CallbacksPage() {
  const { t } = useTranslation();
  const { data, error, refetch } = useQuery(callbackSettingsQuery);
  return (
    <Page title={t('callbacks.title')} back={<BackLink to="/settings/b2b" label={t('settings.back')} />}>
      <div className={panels.parts}>
        <p className={panels.help}>{t('callbacks.about')}</p>
        {!data && error && (
          <ErrorState error={error} message={t('settings.failed')} onRetry={() => void refetch()} />
        )}
        {!data && !error && <Skeleton h={220} radius="md" />}
        {data && (
          <>
            <AddressPanel key={`${data.url} ${data.format}`} settings={data} />
            {data.key && <KeyPanel made={data.key} hasTestReceiver={data.testReceiverUrl !== null} />}
            {data.key && <CallbackLog isOn={data.url !== null && data.stopped === null} />}
            {data.testReceiverUrl !== null && <TestReceiverPanel />}
          </>
        )}
      </div>
    </Page>
  );
}
