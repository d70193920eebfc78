import { MAX_ADDRESSES } from '@keepsake/contracts/account/saved-addresses';
import { Button, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useIsBusiness } from '#/shared/customer-query.ts';
import { BackLink } from '#/shared/ui/back-link.tsx';
import { EmptyState } from '#/shared/ui/empty-state.tsx';
import { ErrorState } from '#/shared/ui/error-state.tsx';
import { Page } from '#/shared/ui/page.tsx';
import { AddressCard } from './address-card.tsx';
import classes from './addresses-page.module.css';
import { savedAddressesQuery } from './saved-addresses.tsx';

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
