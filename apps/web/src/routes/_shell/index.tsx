import { createFileRoute } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { HomePage } from '#/features/frame/home/home-page.tsx';
import { LegacyImport } from '#/features/library/legacy-import/legacy-import.tsx';
import { useIsLibraryHidden } from '#/features/library/retention/queries.ts';
import { openImport } from '#/features/library/uploads/open-import.ts';
import type { MenuEntry } from '#/shared/extension-points.ts';
import { useFlag } from '#/shared/flags.tsx';
import { AddIcon, HomeIcon } from '#/shared/ui/icons.tsx';
import { UploadButton } from '#/shared/uploads/upload-button.tsx';

export const overviewEntry: MenuEntry = {
  key: 'overview',
  label: 'shell.overview',
  icon: <HomeIcon />,
  isExact: true,
  to: '/',
};

export const Route = createFileRoute('/_shell/')({ component: HomeRoute });

function HomeRoute() {
  const { t } = useTranslation();
  const isUploadOn = useFlag('PhotoManagementUploadViewEnabled');
  const canAdd = !useIsLibraryHidden() && isUploadOn;
  const addPhotos = canAdd && (
    <UploadButton leftSection={<AddIcon size={18} />} onPress={openImport}>
      {t('home.addPhotos')}
    </UploadButton>
  );
  return (
    <>
      <HomePage addPhotos={addPhotos} />
      <LegacyImport />
    </>
  );
}
