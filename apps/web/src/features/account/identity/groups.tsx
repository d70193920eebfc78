import type { Customer } from '@keepsake/contracts';
import { useTranslation } from 'react-i18next';
import { customerQuery } from '#/shared/customer-query.ts';
import { settingsGroup } from '#/shared/extension-points.ts';
import { useEmailChange, usePasskeys, useSecondFactor, useSessions } from './queries.ts';

/** With what the customer signs in, in their settings. */
export const emailGroup = settingsGroup({
  key: 'email',
  title: 'changeEmail.group',
  action: 'settings.manage',
  actionInFull: 'changeEmail.manage',
  to: '/settings/email',
  query: customerQuery,
  Value: EmailValue,
});

function EmailValue({ data: { email, changed } }: { data: Customer }) {
  const { t } = useTranslation();
  // What waits may be a deletion of the account as well.
  const { data } = useEmailChange({ isAsked: changed });
  return (
    <>
      <p>{email}</p>
      {data?.pending && <p>{t('changeEmail.isWaiting')}</p>}
    </>
  );
}

/** What secures the account. */
export const securityGroup = settingsGroup({
  key: 'security',
  title: 'security.title',
  action: 'settings.manage',
  actionInFull: 'security.manage',
  to: '/settings/security',
  query: customerQuery,
  Value: SecurityValue,
});

/** Nothing where another provider keeps the account. */
function SecurityValue() {
  const { t } = useTranslation();
  const { data: sessions } = useSessions();
  const { data: factor } = useSecondFactor();
  const { data: { passkeys = [] } = {} } = usePasskeys();
  return (
    <>
      {factor && <p>{t(factor.since ? 'secondFactor.isOn' : 'secondFactor.isOff')}</p>}
      {passkeys.length > 0 && <p>{t('security.passkeys', { count: passkeys.length })}</p>}
      {sessions && <p>{t('security.devices', { count: sessions.length })}</p>}
    </>
  );
}
