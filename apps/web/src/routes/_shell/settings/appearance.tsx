import { createFileRoute } from '@tanstack/react-router';
import { AppearancePage } from '#/features/account/settings/appearance-page.tsx';

export const Route = createFileRoute('/_shell/settings/appearance')({ component: AppearancePage });
