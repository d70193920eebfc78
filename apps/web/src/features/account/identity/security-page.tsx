import { Skeleton } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ExternalAccountNotice, useHasExternalAccounts } from '#/shared/own-provider.tsx';
import { BackLink } from '#/shared/ui/back-link.tsx';
import { ErrorState } from '#/shared/ui/error-state.tsx';
import { Page } from '#/shared/ui/page.tsx';
import panels from '#/shared/ui/panels.module.css';
import { ChangePassword } from './change-password.tsx';
import { useEmailChange } from './queries.ts';

/** What follows the password, for the account's address. */
type Props = { children: (email: string) => ReactNode };

/** Security of the account in sections: its password, and those that other features have. */
export function SecurityPage({ children }: Props) {
  const { t } = useTranslation();
  return (
    <Page title={t('security.title')} back={<BackLink to="/settings" label={t('settings.back')} />}>
      {useHasExternalAccounts() ? <ExternalAccountNotice /> : <Parts>{children}</Parts>}
    </Page>
  );
}

function Parts({ children }: Props) {
  const { data, error, isPending, refetch } = useEmailChange();
  if (isPending) return <Skeleton h={220} radius="md" aria-busy="true" />;
  if (!data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  return (
    <div className={panels.parts}>
      <ChangePassword email={data.email} />
      {children(data.email)}
    </div>
  );
}
