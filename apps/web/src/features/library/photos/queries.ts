import { getPhoto, getTimeline, getTimelineLayout, type Photo } from '@keepsake/contracts/library/photos';
import { getSharedCounts } from '@keepsake/contracts/library/shared-counts';
import { queryOptions } from '@tanstack/react-query';
import type { LibraryMonths } from '#/features/library/photo-store/index.ts';
import { ApiProblem, isAbsent } from '#/shared/api/api-problem.ts';
import { call } from '#/shared/api/call.ts';
import { reportFailure } from '#/shared/error-reports.ts';
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
    const months = call(getTimeline, { query: { sortKey, filter } }, { signal });
    const [map, layout] = await Promise.all([months, loadLayout(view, months, signal)]);
    return { map, layout };
  } catch (problem) {
    // Keeps the same problem, since retries and the quoted reference depend on it.
    if (problem instanceof ApiProblem) problem.message = 'Request failure';
    throw problem;
  }
}

/**
 * A call of our own, which other services may lack: without it, shapes are only known once photos are loaded. Rejects as
 * `months` does, so that what keeps both away is reported once.
 */
async function loadLayout(view: TimelineView, months: Promise<unknown>, signal: AbortSignal) {
  try {
    return await call(getTimelineLayout, { query: view }, { signal });
  } catch (problem) {
    await months;
    if (!isAbsent(problem)) reportFailure('LOAD_TIMELINE_LAYOUT', problem);
    return {};
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
