import { createFileRoute } from '@tanstack/react-router';
import { ChangeEmailPage } from '#/features/account/identity/index.ts';

/** The same page as for consumers, at the address of the business settings. */
export const Route = createFileRoute('/_shell/settings/b2b/email')({
  component: ChangeEmailPage,
  staticData: { heading: { text: 'changeEmail.group' } },
});
