import { ActivationPlace } from '#/features/activation/activation-place.tsx';
import { useCopyToAlbumAction } from '#/features/albums/copy/copy-action.tsx';
import { DeletionProgress } from '#/features/delete-photos/all/deletion-progress.tsx';
import { useDeleteAction } from '#/features/delete-photos/delete-action.tsx';
import { openDeleteAll } from '#/features/delete-photos/opener.ts';
import { useDownloadAction } from '#/features/downloads/download-action.tsx';
import { useShareAction } from '#/features/downloads/share/share-action.tsx';
import { ExportButton } from '#/features/exports/export-button.tsx';
import { openImport } from '#/features/import/import-opener.ts';
import { PhotosPage } from '#/features/library/header/photos-page.tsx';
import { Timeline } from '#/features/library/timeline/timeline.tsx';
import { useOrderPrintsAction } from '#/features/order-prints/order-prints-action.tsx';
import { StorageButton } from '#/features/storage-retention/storage-button.tsx';
import { StoragePlace } from '#/features/storage-retention/storage-place.tsx';
import { useIsLibraryHidden } from '#/features/storage-retention/use-is-library-hidden.ts';
import type { PhotoAction } from '#/shared/photo-actions/photo-action.ts';
import { HiddenNotice } from '#/shared/storage-status/hidden-notice.tsx';

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
      {!isHidden && <StoragePlace />}
      <DeletionProgress />
      <ActivationPlace />
      {isHidden ? (
        <HiddenNotice />
      ) : (
        <Timeline onAddPhotos={openImport} actions={actions} onDeleteAll={openDeleteAll} />
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
