import { createFileRoute } from '@tanstack/react-router';
import { ActivationPlace } from '#/features/activation/activation-place.tsx';
import { AlbumsGrid } from '#/features/albums/grid/albums-grid.tsx';
import { openImport } from '#/features/import/import-opener.ts';
import { PhotosPage } from '#/features/library/header/photos-page.tsx';
import { StorageButton } from '#/features/storage-retention/storage-button.tsx';

export const Route = createFileRoute('/_shell/my-photos/albums/')({ component: AlbumsRoute });

function AlbumsRoute() {
  return (
    <PhotosPage onAddPhotos={openImport} storage={<StorageButton />}>
      <ActivationPlace />
      <AlbumsGrid />
    </PhotosPage>
  );
}
