import type { Customer } from '@keepsake/contracts';
import { useTranslation } from 'react-i18next';
import { customerQuery } from '#/shared/customer-query.ts';
import { settingsGroup } from '#/shared/extension-points.ts';

/** The way to the end of the account, last in the settings. */
export const deletionGroup = settingsGroup({
  key: 'delete-account',
  title: 'deleteAccount.group',
  action: 'deleteAccount.open',
  actionInFull: 'deleteAccount.title',
  to: '/settings/delete-account',
  query: customerQuery,
  Value: DeletionValue,
});

function DeletionValue(_: { data: Customer }) {
  const { t } = useTranslation();
  return <p>{t('deleteAccount.summary')}</p>;
}
