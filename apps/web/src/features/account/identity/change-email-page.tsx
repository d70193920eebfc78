import { Skeleton } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { ExternalAccountNotice, useHasExternalAccounts } from '#/shared/own-provider.tsx';
import { BackLink } from '#/shared/ui/back-link.tsx';
import { ErrorState } from '#/shared/ui/error-state.tsx';
import { Page } from '#/shared/ui/page.tsx';
import panels from '#/shared/ui/panels.module.css';
import { ChangeEmailForm } from './change-email-form.tsx';
import { PendingChange } from './pending-change.tsx';
import { useEmailChange } from './queries.ts';

/** The account's address, its pending change, and the form that requests one [RTE-26]. */
export function ChangeEmailPage() {
  const { t } = useTranslation();
  return (
    <Page title={t('changeEmail.group')} back={<BackLink to="/settings" label={t('settings.back')} />}>
      {useHasExternalAccounts() ? <ExternalAccountNotice /> : <Address />}
    </Page>
  );
}

function Address() {
  const { t } = useTranslation();
  const { data, error, isPending, refetch } = useEmailChange();
  if (isPending) return <Skeleton h={220} radius="md" aria-busy="true" />;
  if (!data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  return (
    <div className={panels.parts}>
      <section className={panels.panel} aria-labelledby="present-address">
        <h2 id="present-address">{t('changeEmail.present')}</h2>
        <p>{data.email}</p>
      </section>
      {data.pending && <PendingChange pending={data.pending} />}
      <p className={panels.help}>{t('changeEmail.noMailbox')}</p>
      <ChangeEmailForm present={data.email} isWaiting={data.pending !== null} />
    </div>
  );
}
