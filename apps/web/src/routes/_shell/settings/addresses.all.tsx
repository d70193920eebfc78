import { createFileRoute } from '@tanstack/react-router';
import { AddressesPage } from '#/features/account/addresses/addresses-page.tsx';

export const Route = createFileRoute('/_shell/settings/addresses/all')({ component: AddressesPage });
