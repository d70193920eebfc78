import type { Customer } from '@keepsake/contracts/account/customers';
import { useTranslation } from 'react-i18next';
import { settingsGroup } from '#/features/account/settings/index.ts';
import { customerQuery } from '#/shared/customer-query.ts';
import { useAccountDeletion } from './queries.ts';

/** The settings group for deleting the account, last in the list. */
export const deletionGroup = settingsGroup({
  key: 'delete-account',
  title: 'deleteAccount.group',
  action: 'deleteAccount.open',
  actionInFull: 'deleteAccount.title',
  to: '/settings/delete-account',
  isDangerous: true,
  query: customerQuery,
  Value: DeletionValue,
});

function DeletionValue({ data: { changed } }: { data: Customer }) {
  const { t } = useTranslation();
  // `changed` does not say whether a deletion or a change of the address is pending.
  const { data } = useAccountDeletion({ isRequested: changed });
  return <p>{t(data?.pending ? 'deleteAccount.isWaiting' : 'deleteAccount.summary')}</p>;
}
