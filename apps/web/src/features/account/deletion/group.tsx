import type { Customer } from '@keepsake/contracts';
import { useTranslation } from 'react-i18next';
import { customerQuery } from '#/shared/customer-query.ts';
import { settingsGroup } from '#/shared/extension-points.ts';
import { useAccountDeletion } from './queries.ts';

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

function DeletionValue({ data: { changed } }: { data: Customer }) {
  const { t } = useTranslation();
  // What waits may be a change of the address as well.
  const { data } = useAccountDeletion({ isAsked: changed });
  return <p>{t(data?.pending ? 'deleteAccount.isWaiting' : 'deleteAccount.summary')}</p>;
}
