import { createFileRoute } from '@tanstack/react-router';
import { NewAddressPage } from '#/features/account/addresses/index.ts';

export const Route = createFileRoute('/_shell/settings/new-address')({ component: NewAddressPage });
