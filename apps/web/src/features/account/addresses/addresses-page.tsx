import {
  addAddress,
  deleteAddress,
  MAX_ADDRESSES,
  type SavedAddress,
} from '@keepsake/contracts/account/saved-addresses';
import { Button, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '#/shared/api/call.ts';
import { useIsBusiness } from '#/shared/customer-query.ts';
import { BackLink } from '#/shared/ui/back-link.tsx';
import { EmptyState } from '#/shared/ui/empty-state.tsx';
import { ErrorState } from '#/shared/ui/error-state.tsx';
import { Page } from '#/shared/ui/page.tsx';
import { closeToast, showToast } from '#/shared/ui/toasts.tsx';
import { useMutation } from '#/shared/use-mutation.ts';
import classes from './addresses.module.css';
import { Address, addressInLine, plainAddressOf, savedAddressesQuery } from './saved-addresses.tsx';

/** Lists all addresses of the customer [RTE-34]. */
export function AddressesPage() {
  const { t } = useTranslation();
  const { data, error, refetch } = useQuery(savedAddressesQuery);
  const list = useRef<HTMLUListElement>(null);
  const isFull = (data?.length ?? 0) >= MAX_ADDRESSES;
  return (
    <Page
      title={t('addresses.title')}
      back={<BackLink to="/settings" label={t('settings.back')} />}
      actions={data && data.length > 0 && !isFull && <AddLink />}
    >
      {!data && error && (
        <ErrorState error={error} message={t('addresses.failed')} onRetry={() => void refetch()} />
      )}
      {!data && !error && (
        <div className={classes.list} aria-busy="true">
          <Skeleton h={190} />
          <Skeleton h={190} />
        </div>
      )}
      {isFull && <p>{t('addresses.full', { count: MAX_ADDRESSES })}</p>}
      {data?.length === 0 && <EmptyState action={<AddLink />}>{t('addresses.empty')}</EmptyState>}
      {data && data.length > 0 && (
        <ul ref={list} className={classes.list} tabIndex={-1} aria-label={t('addresses.title')}>
          {data.map((address) => (
            // The pressed button disappears with its address.
            <AddressCard key={address.id} address={address} onDeleted={() => list.current?.focus()} />
          ))}
        </ul>
      )}
    </Page>
  );
}

function AddLink() {
  const { t } = useTranslation();
  const { isBusiness } = useIsBusiness();
  const page = isBusiness ? '/settings/b2b/new-address' : '/settings/new-address';
  return <Button renderRoot={(props) => <Link to={page} {...props} />}>{t('addresses.add')}</Button>;
}

type Props = { address: SavedAddress; onDeleted: () => void };

/** A saved address with its default uses, and the actions to change and delete it. */
function AddressCard({ address, onDeleted }: Props) {
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
