import { Button } from '@mantine/core';
import { createFileRoute, Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { DeleteAccountPage } from '#/features/account/deletion/index.ts';
import { exportDialog } from '#/features/library/exports/index.ts';
import { useFlag } from '#/shared/flags.tsx';

export const Route = createFileRoute('/_shell/settings/delete-account')({
  component: DeleteAccount,
  staticData: { heading: { text: 'deleteAccount.title' } },
});

function DeleteAccount() {
  const { t } = useTranslation();
  const canExport = useFlag('PhotoExportEnabled');
  return (
    <DeleteAccountPage
      takeAlong={
        <>
          {canExport && (
            <Button variant="default" onClick={() => exportDialog.open({})}>
              {t('export.action')}
            </Button>
          )}
          <Button variant="default" component={Link} to="/settings/my-data">
            {t('myData.manage')}
          </Button>
        </>
      }
    />
  );
}
