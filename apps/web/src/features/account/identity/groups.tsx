import type { Customer } from '@keepsake/contracts/account/customers';
import { Skeleton } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { usePasskeys } from '#/features/account/passkeys/index.ts';
import { useSecondFactor } from '#/features/account/second-factor/index.ts';
import { settingsGroup } from '#/features/account/settings/index.ts';
import { customerQuery } from '#/shared/customer-query.ts';
import { useHasExternalAccounts } from '#/shared/own-provider.tsx';
import { useEmailChange } from './queries.ts';

/** The settings group for the sign-in address. */
export const emailGroup = settingsGroup({
  key: 'email',
  title: 'changeEmail.group',
  action: 'settings.change',
  actionInFull: 'changeEmail.open',
  to: '/settings/email',
  query: customerQuery,
  Value: EmailValue,
});

function EmailValue({ data: { email, emailReturnedAt, changed } }: { data: Customer }) {
  const { t } = useTranslation();
  // `changed` does not say whether a change of the address or a deletion is pending.
  const hasExternalAccounts = useHasExternalAccounts();
  const { data } = useEmailChange({ isRequested: changed && !hasExternalAccounts });
  return (
    <>
      <p>{email}</p>
      {emailReturnedAt && <p>{t('changeEmail.returned')}</p>}
      {data?.pending && <p>{t('changeEmail.isWaiting')}</p>}
    </>
  );
}

/** The settings group for account security. */
export const securityGroup = settingsGroup({
  key: 'security',
  title: 'security.title',
  action: 'settings.manage',
  actionInFull: 'security.manage',
  to: '/settings/security',
  query: customerQuery,
  Value: SecurityValue,
});

function SecurityValue() {
  const { t } = useTranslation();
  return useHasExternalAccounts() ? <p>{t('ownProvider.elsewhere')}</p> : <OwnSecurity />;
}

/** A one-line summary, because rows that grow while loading would shift the others. */
function OwnSecurity() {
  const { t } = useTranslation();
  const { data: factor, isPending } = useSecondFactor();
  const passkeys = usePasskeys();
  if (isPending || passkeys.isPending) return <Skeleton h={16} w="60%" my={4} />;
  const count = passkeys.data?.passkeys.length ?? 0;
  if (count > 0 && !factor?.since) return <p>{t('security.passkeys', { count })}</p>;
  return factor && <p>{t(factor.since ? 'secondFactor.isOn' : 'secondFactor.isOff')}</p>;
}
