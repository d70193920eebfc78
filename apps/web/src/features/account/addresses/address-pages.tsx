import { Button, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyPart } from '#/shared/lazy-part.tsx';
import { BackLink } from '#/shared/ui/back-link.tsx';
import { EmptyState } from '#/shared/ui/empty-state.tsx';
import { ErrorState } from '#/shared/ui/error-state.tsx';
import { Page } from '#/shared/ui/page.tsx';
import { usePageBehind } from '#/shared/ui/way-back.ts';
import { savedAddressesQuery } from './saved-addresses.tsx';

const placeholder = <Skeleton h={520} maw={560} />;
const SaveAddress = lazyPart(() => import('./save-address.tsx'), placeholder);

/** Adds an address [RTE-30]; a business customer's requires a company [RTE-32]. */
export function NewAddressPage({ isOfCompany }: { isOfCompany?: boolean }) {
  const { t } = useTranslation();
  usePageBehind();
  return (
    <Page title={t('addresses.new')} back={<BackToAddresses />}>
      <SaveAddress isOfCompany={isOfCompany} />
    </Page>
  );
}

type ChangeProps = { addressId: string; isOfCompany?: boolean };

/** Changes an address [RTE-31]; a business customer's requires a company [RTE-33]. */
export function ChangeAddressPage({ addressId, isOfCompany }: ChangeProps) {
  const { t } = useTranslation();
  usePageBehind();
  const { data, error, refetch } = useQuery(savedAddressesQuery);
  const found = data?.find(({ id }) => id === addressId);
  // Keeps the form, even if another tab deletes the address meanwhile.
  const [address, setAddress] = useState(found);
  if (!address && found) setAddress(found);
  return (
    <Page title={t('addresses.changeTitle')} back={<BackToAddresses />}>
      {content()}
    </Page>
  );

  function content() {
    if (address) return <SaveAddress saved={address} isOfCompany={isOfCompany} />;
    if (data) {
      return (
        <EmptyState
          action={
            <Button renderRoot={(props) => <Link to="/settings/addresses/all" {...props} />}>
              {t('addresses.back')}
            </Button>
          }
        >
          {t('addresses.notFound')}
        </EmptyState>
      );
    }
    if (error)
      return <ErrorState error={error} message={t('addresses.failed')} onRetry={() => void refetch()} />;
    return <div aria-busy="true">{placeholder}</div>;
  }
}

function BackToAddresses() {
  const { t } = useTranslation();
  return <BackLink to="/settings/addresses/all" label={t('addresses.back')} />;
}
