import { createFileRoute } from '@tanstack/react-router';
import { DeleteAccountPage } from '#/features/account/deletion/delete-account-page.tsx';
import { ExportButton } from '#/features/library/exports/exports.tsx';

export const Route = createFileRoute('/_shell/settings/delete-account')({
  component: () => <DeleteAccountPage takeAlong={<ExportButton />} />,
  staticData: { heading: { text: 'deleteAccount.title' } },
});
