import { createFileRoute } from '@tanstack/react-router';
import { DeletionErrorPage } from '#/features/account/deletion/index.ts';

export const Route = createFileRoute('/_shell/delete-account-error')({
  component: DeletionErrorPage,
  staticData: { section: 'settings' },
});
