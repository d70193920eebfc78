import type { SavedAddress } from '@keepsake/contracts/account/saved-addresses';
import { useTranslation } from 'react-i18next';
import { settingsGroup } from '#/features/account/settings/index.ts';
import { addressInLine, savedAddressesQuery } from './saved-addresses.tsx';

/** The settings group for delivery and invoice addresses [SET-05]. */
export const addressesGroup = settingsGroup({
  key: 'addresses',
  title: 'addresses.title',
  action: 'settings.manage',
  actionInFull: 'addresses.manage',
  to: '/settings/addresses/all',
  query: savedAddressesQuery,
  Value: AddressesValue,
});

/** The default for deliveries is first in the list. */
function AddressesValue({ data: [first, ...others] }: { data: readonly SavedAddress[] }) {
  const { t } = useTranslation();
  if (!first) return <p>{t('addresses.noneYet')}</p>;
  return (
    <>
      <p>{addressInLine(first)}</p>
      {others.length > 0 && <p>{t('addresses.others', { count: others.length })}</p>}
    </>
  );
}
