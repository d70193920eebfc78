import { createFileRoute } from '@tanstack/react-router';
import { AlbumsGrid } from '#/features/library/albums/albums-grid.tsx';
import { LegacyImport } from '#/features/library/legacy-import/legacy-import.tsx';
import { LibraryQuota, PhotosPage } from '#/features/library/photos/photos-page.tsx';
import { useIsLibraryHidden } from '#/features/library/retention/queries.ts';
import { StorageButton } from '#/features/library/retention/storage-status.tsx';
import { openImport } from '#/features/library/uploads/open-import.ts';
import { HiddenNotice } from '#/shared/hidden-library.tsx';

export const Route = createFileRoute('/_shell/my-photos/albums/')({
  component: AlbumsRoute,
  staticData: {
    heading: { text: 'library.title', isWide: true, hasBackLink: true },
    prepare: async (client) =>
      (await import('#/features/library/albums/albums-grid.tsx')).prepareAlbums(client),
  },
});

function AlbumsRoute() {
  const isHidden = useIsLibraryHidden();
  return (
    <PhotosPage onAddPhotos={isHidden ? null : openImport} storage={<StorageButton />}>
      <LegacyImport />
      {isHidden && <HiddenNotice />}
      {/* Loaded by a separate call: above the albums it would shift them. */}
      {isHidden ? <LibraryQuota /> : <AlbumsGrid below={<LibraryQuota />} />}
    </PhotosPage>
  );
}
