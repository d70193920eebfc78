import { createFileRoute } from '@tanstack/react-router';
import { AddressesPage } from '#/features/account/addresses/index.ts';

export const Route = createFileRoute('/_shell/settings/addresses/all')({ component: AddressesPage });
