import { createFileRoute } from '@tanstack/react-router';
import { ChangeEmailPage } from '#/features/account/identity/index.ts';

export const Route = createFileRoute('/_shell/settings/email')({
  component: ChangeEmailPage,
  staticData: { heading: { text: 'changeEmail.group' } },
});
