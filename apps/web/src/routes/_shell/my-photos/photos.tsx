import { type PhotoFilter, photoFilter } from '@keepsake/contracts/library/photos';
import { createFileRoute } from '@tanstack/react-router';
import { useEffect } from 'react';
import { usePrintOrderAction } from '#/features/creations/print-orders/print-order-action.tsx';
import { useCopyToAlbumAction } from '#/features/library/albums/copy-to-album-action.tsx';
import { DeleteAllButton, useDeleteAction } from '#/features/library/deletion/delete-action.tsx';
import { DeletionProgress } from '#/features/library/deletion/deletion-progress.tsx';
import { useDownloadAction } from '#/features/library/downloads/download-action.tsx';
import { useShareAction } from '#/features/library/downloads/share-action.tsx';
import { ExportButton, exportDialog } from '#/features/library/exports/exports.tsx';
import { LegacyImport } from '#/features/library/legacy-import/legacy-import.tsx';
import { DensityChoices } from '#/features/library/photos/density.tsx';
import { LibraryQuota, PhotosPage } from '#/features/library/photos/photos-page.tsx';
import { prepareTimeline } from '#/features/library/photos/timeline/start-query.ts';
import { NotPrintedButton, Timeline } from '#/features/library/photos/timeline/timeline.tsx';
import { useIsTimelineSelecting } from '#/features/library/photos/timeline/timeline-source.ts';
import { useIsLibraryHidden } from '#/features/library/retention/queries.ts';
import { StorageBannerSlot, StorageButton } from '#/features/library/retention/storage-status.tsx';
import { openImport } from '#/features/library/uploads/open-import.ts';
import type { PhotoAction } from '#/shared/extension-points.ts';
import { useFlag } from '#/shared/flags.tsx';
import { HiddenNotice } from '#/shared/hidden-library.tsx';
import { useIsMobile } from '#/shared/layout.ts';

/**
 * `?import=true` and `?export=true` open these dialogs over the timeline, so that any link can lead to them;
 * `?filter=notPrinted` leaves out printed photos.
 */
type Search = { import?: true; export?: true; filter?: PhotoFilter };

export const Route = createFileRoute('/_shell/my-photos/photos')({
  validateSearch: (search): Search => ({
    ...(search.import === true ? { import: true } : {}),
    ...(search.export === true ? { export: true } : {}),
    ...(photoFilter.safeParse(search.filter).success ? { filter: 'notPrinted' } : {}),
  }),
  component: PhotosRoute,
  staticData: {
    heading: { text: 'library.title', isWide: true, hasBackLink: true },
    prepare: prepareTimeline,
  },
});

/** The page of the timeline, with other features' actions for its photos. */
function PhotosRoute() {
  useRequestedDialogs();
  const actions = useLibraryActions();
  const isHidden = useIsLibraryHidden();
  return (
    <PhotosPage
      onAddPhotos={isHidden ? null : openImport}
      tools={<LibraryTools />}
      storage={<StorageButton />}
    >
      <LibraryQuota />
      <DeletionProgress />
      <LegacyImport />
      {isHidden ? (
        <HiddenNotice />
      ) : (
        <Timeline onAddPhotos={openImport} actions={actions} notice={<StorageBannerSlot />} />
      )}
    </PhotosPage>
  );
}

/** Actions for the whole library. */
function LibraryTools() {
  const { filter } = Route.useSearch();
  const isMobile = useIsMobile();
  const isSelecting = useIsTimelineSelecting();
  return (
    <>
      {isMobile && !filter && <NotPrintedButton />}
      {isMobile && <DensityChoices />}
      <ExportButton />
      {/* Beside a selection or a filtered library it would seem to delete only that. */}
      {!filter && !isSelecting && <DeleteAllButton />}
    </>
  );
}

/** Opens the dialogs requested by the address once: a reload does not open them again. */
function useRequestedDialogs(): void {
  const navigate = Route.useNavigate();
  const requested = Route.useSearch();
  const canExport = useFlag('PhotoExportEnabled');
  useEffect(() => {
    if (!requested.import && !requested.export) return;
    if (requested.import) openImport();
    if (requested.export && canExport) exportDialog.open();
    void navigate({ search: ({ filter }) => ({ filter }), replace: true });
  }, [requested.import, requested.export, canExport, navigate]);
}

/** Actions for photos of the library, in the order of the bar [TL-16..TL-19, PRV-03..PRV-05]. */
function useLibraryActions(): PhotoAction[] {
  const actions = [
    usePrintOrderAction(),
    useDownloadAction(),
    ...useShareAction(),
    useCopyToAlbumAction(),
    useDeleteAction(),
  ];
  return actions.filter((action) => action !== null);
}
