import { getPhoto, getTimeline, getTimelineLayout, type Photo } from '@keepsake/contracts/library/photos';
import { getSharedCounts } from '@keepsake/contracts/library/shared-counts';
import { queryOptions } from '@tanstack/react-query';
import type { LibraryMonths } from '#/features/library/photo-store/index.ts';
import { ApiProblem } from '#/shared/api/api-problem.ts';
import { call } from '#/shared/api/call.ts';
import type { TimelineView } from './timeline/timeline-source.ts';

/** Number of albums others shared with the customer [HDR-13]. */
export const sharedCountsQuery = queryOptions({
  queryKey: ['SharedAlbums', 'counts'],
  meta: { action: 'LOAD_SHARED_COUNTS' },
  queryFn: ({ signal }) => call(getSharedCounts, {}, { signal }),
});

/** The months of the library in an order and with a filter [TL-28, TL-42]. Fails as 'Request failure' [TL-39]. */
export function timelineQuery({ sortKey, sortOrder, filter }: TimelineView) {
  return queryOptions({
    queryKey: ['TimeLine', 'months', sortKey, sortOrder, filter],
    meta: { action: 'LOAD_TIMELINE' },
    queryFn: ({ signal }) => loadTimeline({ sortKey, sortOrder, filter }, signal),
  });
}

export async function loadTimeline(view: TimelineView, signal: AbortSignal): Promise<LibraryMonths> {
  const { sortKey, filter } = view;
  try {
    const [map, layout] = await Promise.all([
      call(getTimeline, { query: { sortKey, filter } }, { signal }),
      // A call of our own, which other services may lack: without it, shapes are only known once photos are loaded.
      call(getTimelineLayout, { query: view }, { signal }).catch(() => ({})),
    ]);
    return { map, layout };
  } catch (problem) {
    // Keeps the same problem, since retries and the quoted reference depend on it.
    if (problem instanceof ApiProblem) problem.message = 'Request failure';
    throw problem;
  }
}

/** One photo, for an address that was opened directly. */
export const photoQuery = (photoId: string, existing: Photo | undefined) =>
  queryOptions({
    queryKey: ['TimeLine', 'photo', photoId],
    meta: { action: 'LOAD_PHOTO', mayBeAbsent: true },
    queryFn: ({ signal }) => call(getPhoto, { params: { photoId } }, { signal }),
    enabled: !existing,
  });
