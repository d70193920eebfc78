import { Skeleton } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { ExternalAccountNotice, useHasExternalAccounts } from '#/shared/own-provider.tsx';
import { BackLink } from '#/shared/ui/back-link.tsx';
import { ErrorState } from '#/shared/ui/error-state.tsx';
import { Page } from '#/shared/ui/page.tsx';
import panels from '#/shared/ui/panels.module.css';
import { Activity } from './activity.tsx';
import { ChangePassword } from './change-password.tsx';
import { Passkeys } from './passkeys.tsx';
import { useEmailChange } from './queries.ts';
import { SecondFactor } from './second-factor.tsx';
import { Sessions } from './sessions.tsx';

/** Security of the account in sections: its ways to sign in, and where it is signed in. */
export function SecurityPage() {
  const { t } = useTranslation();
  return (
    <Page title={t('security.title')} back={<BackLink to="/settings" label={t('settings.back')} />}>
      {useHasExternalAccounts() ? <ExternalAccountNotice /> : <Parts />}
    </Page>
  );
}

function Parts() {
  const { data, error, isPending, refetch } = useEmailChange();
  if (isPending) return <Skeleton h={220} radius="md" aria-busy="true" />;
  if (!data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  return (
    <div className={panels.parts}>
      <ChangePassword email={data.email} />
      <SecondFactor email={data.email} />
      <Passkeys />
      <Sessions />
      <Activity />
    </div>
  );
}
