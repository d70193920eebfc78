import { addAddress, deleteAddress, type SavedAddress } from '@keepsake/contracts/account/saved-addresses';
import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { call } from '#/shared/api/call.ts';
import { useIsBusiness } from '#/shared/customer-query.ts';
import { closeToast, showToast } from '#/shared/ui/toasts.tsx';
import { useMutation } from '#/shared/use-mutation.ts';
import { Address } from './address.tsx';
import classes from './addresses-page.module.css';
import { addressInLine, plainAddressOf } from './saved-addresses.tsx';

type Props = { address: SavedAddress; onDeleted: () => void };

/** A saved address with its default uses, and the actions to change and delete it. */
export function AddressCard({ address, onDeleted }: Props) {
  const { t } = useTranslation();
  const { isBusiness } = useIsBusiness();
  const place = addressInLine(address);
  return (
    <li className={classes.card}>
      {address.defaultFor.length > 0 && (
        <p className={classes.default}>{t(`addresses.default.${address.defaultFor.join('And')}`)}</p>
      )}
      <Address address={address} />
      <div className={classes.actions}>
        <Button
          variant="default"
          size="sm"
          aria-label={t('addresses.changeOne', { place })}
          renderRoot={(props) => (
            <Link
              to={isBusiness ? '/settings/b2b/address/$addressId' : '/settings/address/$addressId'}
              params={{ addressId: address.id }}
              {...props}
            />
          )}
        >
          {t('settings.change')}
        </Button>
        <DeleteButton address={address} onDeleted={onDeleted} />
      </div>
    </li>
  );
}

/** Deletes immediately; the toast names the new default and offers to undo [ADR-03]. */
function DeleteButton({ address, onDeleted }: Props) {
  const { t } = useTranslation();
  const restore = useUndoDeletion();
  const place = addressInLine(address);
  const { mutate, isPending } = useMutation({
    mutationFn: () => call(deleteAddress, { params: { addressId: address.id } }),
    meta: { action: 'DELETE_ADDRESS', invalidates: ['Addresses'] },
    onSuccess({ newDefault }) {
      onDeleted();
      const details = { place, next: newDefault && addressInLine(newDefault) };
      const toast = showToast({
        message: t(newDefault ? 'addresses.deletedWithDefault' : 'addresses.deleted', details),
        action: {
          label: t('addresses.undo'),
          run() {
            closeToast(toast);
            restore(address);
          },
        },
      });
    },
    onError: () => showToast({ message: t('addresses.deleteFailed'), tone: 'failure' }),
  });
  return (
    <Button
      variant="subtle"
      size="sm"
      loading={isPending}
      onClick={() => mutate()}
      aria-label={t('addresses.deleteOne', { place })}
    >
      {t('addresses.delete')}
    </Button>
  );
}

/** Undoes a deletion. The server keeps nothing of a deleted address, so it is added again as the default for the same uses. */
function useUndoDeletion(): (address: SavedAddress) => void {
  const { t } = useTranslation();
  const { mutate } = useMutation({
    mutationFn: (deleted: SavedAddress, press) => {
      const body = { ...plainAddressOf(deleted), defaultFor: deleted.defaultFor };
      return call(addAddress, { body }, press);
    },
    meta: { action: 'RESTORE_ADDRESS', invalidates: ['Addresses'] },
    onSuccess: () => showToast({ message: t('addresses.restored'), tone: 'success' }),
    onError: () => showToast({ message: t('addresses.restoreFailed'), tone: 'failure' }),
  });
  return mutate;
}
