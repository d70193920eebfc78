import { createFileRoute } from '@tanstack/react-router';
import { NewAddressPage } from '#/features/account/addresses/address-pages.tsx';

export const Route = createFileRoute('/_shell/settings/new-address')({ component: NewAddressPage });
