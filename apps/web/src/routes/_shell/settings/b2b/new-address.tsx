import { createFileRoute } from '@tanstack/react-router';
import { NewAddressPage } from '#/features/account/addresses/address-pages.tsx';

export const Route = createFileRoute('/_shell/settings/b2b/new-address')({
  component: () => <NewAddressPage isOfCompany />,
});
