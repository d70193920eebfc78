import { PHOTO_FILTERS, type PhotoFilter } from '@keepsake/contracts/platform/start-of-page';
import { createFileRoute } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { drawMarks } from '#/features/library/dates/index.ts';
import { DeletedLink } from '#/features/library/deleted-photos/index.ts';
import { DeleteAllButton, DeletionProgress } from '#/features/library/deletion/index.ts';
import { ExportButton, exportDialog } from '#/features/library/exports/index.ts';
import { LegacyImport } from '#/features/library/legacy-import/index.ts';
import { DensityChoices, OverPhotos } from '#/features/library/photo-grid/index.ts';
import type { Selected } from '#/features/library/photo-view/index.ts';
import {
  FilterButtons,
  LibraryQuota,
  PhotosPage,
  prepareTimeline,
  Timeline,
  useIsTimelineSelecting,
} from '#/features/library/photos/index.ts';
import { StorageBannerSlot, StorageButton, useIsLibraryHidden } from '#/features/library/retention/index.ts';
import { HiddenNotice } from '#/features/library/state/index.ts';
import { openImport } from '#/features/library/uploads/index.ts';
import { useFlag } from '#/shared/flags.tsx';
import { useIsMobile } from '#/shared/layout.ts';
import { lazyPart } from '#/shared/lazy-part.tsx';
import { savesData } from '#/shared/saves-data.ts';
import { whenIdle } from '#/shared/when-idle.ts';

/**
 * `?import=true` and `?export=true` open these dialogs over the timeline, so that any link can lead to them;
 * `?filter=` shows favourites alone, or leaves out printed photos, or both; `?day=` scrolls to the photos of a day.
 */
type Search = { import?: true; export?: true; filter?: PhotoFilter; day?: string };

export const Route = createFileRoute('/_shell/my-photos/photos')({
  validateSearch: (search): Search => {
    const filter = PHOTO_FILTERS.find((one) => one === search.filter);
    return {
      ...(search.import === true ? { import: true } : {}),
      ...(search.export === true ? { export: true } : {}),
      ...(filter ? { filter } : {}),
      ...(isDay(search.day) ? { day: search.day } : {}),
    };
  },
  component: PhotosRoute,
  staticData: {
    heading: { text: 'library.title', isWide: true, hasBackLink: true },
    prepare: prepareTimeline,
  },
});

const isDay = (value: unknown): value is string =>
  typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value);

/** The page of the timeline, with other features' actions for its photos. */
function PhotosRoute() {
  useRequestedDialogs();
  const drawBar = useLibraryBar();
  const isHidden = useIsLibraryHidden();
  return (
    <PhotosPage
      onAddPhotos={isHidden ? null : openImport}
      tools={<LibraryTools />}
      storage={
        <>
          <StorageButton />
          <DeletedLink />
        </>
      }
    >
      <LibraryQuota />
      <DeletionProgress />
      <LegacyImport />
      {isHidden ? (
        <HiddenNotice />
      ) : (
        <OverPhotos value={drawMarks}>
          <Timeline onAddPhotos={openImport} drawBar={drawBar} notice={<StorageBannerSlot />} />
        </OverPhotos>
      )}
    </PhotosPage>
  );
}

const LibraryBar = lazyPart(() => import('./-library-bar.tsx'));

/** The bar of selected photos, loaded once the page is idle or with the first selection, whichever comes first. */
function useLibraryBar() {
  const { filter } = Route.useSearch();
  const [isIdle, setIdle] = useState(false);
  useEffect(() => {
    if (!savesData()) void whenIdle(async () => setIdle(true));
  }, []);
  return (selected: Selected) =>
    (isIdle || selected.selection.selection.isSelecting) && (
      <LibraryBar areAllFavourites={Boolean(filter && filter !== 'notPrinted')} selected={selected} />
    );
}

/** Actions for the whole library. */
function LibraryTools() {
  const { filter } = Route.useSearch();
  const isMobile = useIsMobile();
  const isSelecting = useIsTimelineSelecting();
  return (
    <>
      {isMobile && !filter && <FilterButtons />}
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
