import { Button } from '@mantine/core';
import { createFileRoute } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { Home } from '#/features/home/home.tsx';
import { openImport } from '#/features/import/import-opener.ts';
import { useIsLibraryHidden } from '#/features/storage-retention/use-is-library-hidden.ts';
import { useFlag } from '#/shared/flags/use-flag.ts';
import { AddIcon } from '#/shared/ui/icons/icons.tsx';

export const Route = createFileRoute('/_shell/')({ component: HomeRoute });

function HomeRoute() {
  const { t } = useTranslation();
  const isUploadOn = useFlag('PhotoManagementUploadViewEnabled');
  const canAdd = !useIsLibraryHidden() && isUploadOn;
  const addPhotos = canAdd && (
    <Button leftSection={<AddIcon size={18} />} onClick={openImport}>
      {t('home.addPhotos')}
    </Button>
  );
  return <Home addPhotos={addPhotos} />;
}
