import { Button } from '@mantine/core';
import { createFileRoute, useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { FailedImportsPage } from '#/features/library/legacy-import/index.ts';
import { AddPhotosButton } from '#/features/library/photos/index.ts';
import { openImport } from '#/features/library/uploads/index.ts';

export const Route = createFileRoute('/_shell/my-photos/earlier-photos')({ component: FailedImportsRoute });

function FailedImportsRoute() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const actions = (
    <>
      <AddPhotosButton onPress={openImport} />
      <Button variant="default" onClick={() => void navigate({ to: '/my-photos/photos' })}>
        {t('activation.failures.toLibrary')}
      </Button>
    </>
  );
  return <FailedImportsPage actions={actions} />;
}
