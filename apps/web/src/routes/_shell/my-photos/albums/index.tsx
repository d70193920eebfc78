import { createFileRoute } from '@tanstack/react-router';
import { AlbumsGrid, loadAlbumsGrid } from '#/features/library/albums/index.ts';
import { LegacyImport } from '#/features/library/legacy-import/index.ts';
import { LibraryQuota, PhotosPage } from '#/features/library/photos/index.ts';
import { StorageButton, useIsLibraryHidden } from '#/features/library/retention/index.ts';
import { GoToShared, SharedAlbumsGrid } from '#/features/library/shared-albums/index.ts';
import { HiddenNotice } from '#/features/library/state/index.ts';
import { openImport } from '#/features/library/uploads/index.ts';

export const Route = createFileRoute('/_shell/my-photos/albums/')({
  component: AlbumsRoute,
  staticData: {
    heading: { text: 'library.title', isWide: true, hasBackLink: true },
    prepare: async (client) => (await loadAlbumsGrid()).prepareAlbums(client),
  },
});

function AlbumsRoute() {
  const isHidden = useIsLibraryHidden();
  return (
    <PhotosPage onAddPhotos={isHidden ? null : openImport} storage={<StorageButton />}>
      <LegacyImport />
      {isHidden && <HiddenNotice />}
      {isHidden ? <LibraryQuota /> : <Albums />}
    </PhotosPage>
  );
}

function Albums() {
  return (
    <AlbumsGrid control={<GoToShared />}>
      {/* The quota is loaded by a separate call: above the albums it would shift them. */}
      {(isPending) => <SharedAlbumsGrid isHidden={isPending} below={<LibraryQuota />} />}
    </AlbumsGrid>
  );
}
