import { createFileRoute } from '@tanstack/react-router';
import { EmailErrorPage } from '#/features/account/identity/index.ts';

export const Route = createFileRoute('/_shell/change-email-error')({
  component: EmailErrorPage,
  staticData: { section: 'settings' },
});
