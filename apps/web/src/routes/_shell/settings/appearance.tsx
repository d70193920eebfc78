import { createFileRoute } from '@tanstack/react-router';
import { AppearancePage } from '#/features/account/settings/index.ts';

export const Route = createFileRoute('/_shell/settings/appearance')({ component: AppearancePage });
