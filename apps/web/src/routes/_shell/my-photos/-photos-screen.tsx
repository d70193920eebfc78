import { useOrderPrintsAction } from '#/features/commerce/print-orders/print-order-action.tsx';
import { useCopyToAlbumAction } from '#/features/library/albums/copy-to-album-action.tsx';
import { deleteAllDialog, useDeleteAction } from '#/features/library/deletion/delete-action.tsx';
import { DeletionProgress } from '#/features/library/deletion/deletion-progress.tsx';
import { useDownloadAction } from '#/features/library/downloads/download-action.tsx';
import { useShareAction } from '#/features/library/downloads/share-action.tsx';
import { ExportButton } from '#/features/library/exports/export-button.tsx';
import { LegacyImport } from '#/features/library/legacy-import/legacy-import.tsx';
import { PhotosPage } from '#/features/library/photos/photos-page.tsx';
import { Timeline } from '#/features/library/photos/timeline/timeline.tsx';
import { StorageBannerSlot, StorageButton } from '#/features/library/retention/storage-status.tsx';
import { useIsLibraryHidden } from '#/features/library/retention/use-storage-account.ts';
import { openImport } from '#/features/library/uploads/import-opener.ts';
import type { PhotoAction } from '#/shared/extension-points.ts';
import { HiddenNotice } from '#/shared/hidden-library.tsx';

/** The timeline in its page, with what other features do with its photos. */
export function PhotosScreen() {
  const actions = useLibraryActions();
  const isHidden = useIsLibraryHidden();
  return (
    <PhotosPage
      onAddPhotos={isHidden ? null : openImport}
      tools={<ExportButton />}
      storage={<StorageButton />}
    >
      {!isHidden && <StorageBannerSlot />}
      <DeletionProgress />
      <LegacyImport />
      {isHidden ? (
        <HiddenNotice />
      ) : (
        <Timeline onAddPhotos={openImport} actions={actions} onDeleteAll={() => deleteAllDialog.open({})} />
      )}
    </PhotosPage>
  );
}

/** What can be done with photos of the library, in the order of the bar [TL-16..TL-19, PRV-03..PRV-05]. */
export function useLibraryActions(): PhotoAction[] {
  const actions = [
    useOrderPrintsAction(),
    useDownloadAction(),
    ...useShareAction(),
    useCopyToAlbumAction(),
    useDeleteAction(),
  ];
  return actions.filter((action) => action !== null);
}
