import { createFileRoute } from '@tanstack/react-router';
import { SecurityPage } from '#/features/account/identity/index.ts';

export const Route = createFileRoute('/_shell/settings/security')({
  component: SecurityPage,
  staticData: { heading: { text: 'security.title' } },
});
