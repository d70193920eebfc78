import { createFileRoute } from '@tanstack/react-router';
import { ActivationPlace } from '#/features/activation/activation-place.tsx';
import { AlbumsGrid } from '#/features/albums/grid/albums-grid.tsx';
import { openImport } from '#/features/import/import-opener.ts';
import { PhotosPage } from '#/features/library/header/photos-page.tsx';
import { StorageButton } from '#/features/storage-retention/storage-button.tsx';
import { useIsLibraryHidden } from '#/features/storage-retention/use-is-library-hidden.ts';
import { HiddenNotice } from '#/shared/storage-status/hidden-notice.tsx';

export const Route = createFileRoute('/_shell/my-photos/albums/')({ component: AlbumsRoute });

function AlbumsRoute() {
  const isHidden = useIsLibraryHidden();
  return (
    <PhotosPage onAddPhotos={isHidden ? null : openImport} storage={<StorageButton />}>
      <ActivationPlace />
      {isHidden ? <HiddenNotice /> : <AlbumsGrid />}
    </PhotosPage>
  );
}
