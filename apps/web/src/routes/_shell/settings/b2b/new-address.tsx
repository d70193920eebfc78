import { createFileRoute } from '@tanstack/react-router';
import { NewAddressPage } from '#/features/account/addresses/index.ts';

export const Route = createFileRoute('/_shell/settings/b2b/new-address')({
  component: () => <NewAddressPage isOfCompany />,
});
