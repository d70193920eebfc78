import {
  type DeletedPhoto,
  getDeletedLayout,
  getDeletedPhotos,
} from '@keepsake/contracts/library/deleted-photos';
import { PHOTOS_PAGE_SIZE, type Photo } from '@keepsake/contracts/library/photos';
import type { ResponseOf } from '@keepsake/contracts/platform/endpoint';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import {
  fillPhotoStore,
  type PhotoSource,
  pageStart,
  type SourceSection,
} from '#/features/library/photo-store/index.ts';
import { countDoneRemovals } from '#/features/library/state/index.ts';
import { call } from '#/shared/api/call.ts';
import { useChannel } from '#/shared/configuration.tsx';
import { lastDayOf } from '#/shared/format.ts';

/** Name of the view, under which photos, selection and scroll position are stored. */
export const DELETED_VIEW = 'deleted';
/** Its one section. */
export const DELETED_SECTION = 'photos';

const QUERY_KEY = ['TimeLine', 'deleted'] as const;

/** Source of the photos that can come back, the latest deletion first. */
export const deletedSource: PhotoSource = {
  key: DELETED_VIEW,
  grouping: 'deleted',
  action: 'LOAD_DELETED_PHOTOS',
  pageSize: PHOTOS_PAGE_SIZE,
  loadPage: ({ cursor, offset, signal }) =>
    call(
      getDeletedPhotos,
      { query: { limit: PHOTOS_PAGE_SIZE, ...pageStart({ cursor, offset }) } },
      { signal },
    ),
  loadLayout: (_section, signal) => call(getDeletedLayout, {}, { signal }),
};

/** The one section, unless nothing can come back. The first answer has its photos, too; later ones tell whether it has changed. */
export function useDeletedSections() {
  const client = useQueryClient();
  return useQuery({
    queryKey: QUERY_KEY,
    meta: { action: 'LOAD_DELETED_PHOTOS' },
    async queryFn({ signal }): Promise<readonly SourceSection[]> {
      const isFirst = client.getQueryData(QUERY_KEY) === undefined;
      const requestedAt = countDoneRemovals();
      const page = await call(
        getDeletedPhotos,
        { query: { limit: isFirst ? PHOTOS_PAGE_SIZE : 1 } },
        { signal },
      );
      const sections = sectionsOf(page);
      const pages = sections.map((section) => ({ section, page }));
      if (isFirst)
        fillPhotoStore(client, { view: DELETED_VIEW, source: deletedSource }, { pages, requestedAt });
      return sections;
    },
  });
}

/** A later deletion is first in the list, and whatever leaves it changes its count. */
function sectionsOf({ photosCount: count, images }: ResponseOf<typeof getDeletedPhotos>): SourceSection[] {
  const [first] = images;
  return first ? [{ key: DELETED_SECTION, count, version: `${first.imageId} ${first.deleted}` }] : [];
}

/** Returns the last day (YYYY-MM-DD) on which a deleted photo can be restored; a stable function. */
export function useLastDay(): (photo: Photo) => string {
  const { timeZone } = useChannel();
  return useCallback((photo) => lastDayOf((photo as DeletedPhoto).restorableUntil, timeZone), [timeZone]);
}
