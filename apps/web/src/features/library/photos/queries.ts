import {
  getPhoto,
  getSharedCounts,
  getTimeline,
  type Photo,
  type PhotoFilter,
  type SortKey,
  type TimelineMap,
} from '@keepsake/contracts';
import { queryOptions } from '@tanstack/react-query';
import { ApiProblem } from '#/shared/api/api-problem.ts';
import { call } from '#/shared/api/call.ts';

/** Number of albums others shared with the customer [HDR-13]. */
export const sharedCountsQuery = queryOptions({
  queryKey: ['SharedAlbums', 'counts'],
  meta: { action: 'LOAD_SHARED_COUNTS' },
  queryFn: ({ signal }) => call(getSharedCounts, {}, { signal }),
});

type Counted = { sortKey: SortKey; filter?: PhotoFilter | undefined };

/** Number of photos by year and month for a sort key and a filter [TL-28, TL-42]. Fails as 'Request failure' [TL-39]. */
export function timelineQuery(sortKey: SortKey, filter?: PhotoFilter) {
  return queryOptions({
    queryKey: ['TimeLine', 'months', sortKey, filter],
    meta: { action: 'LOAD_TIMELINE' },
    queryFn: ({ signal }) => loadTimeline({ sortKey, filter }, signal),
  });
}

export async function loadTimeline({ sortKey, filter }: Counted, signal: AbortSignal): Promise<TimelineMap> {
  try {
    return await call(getTimeline, { query: { sortKey, filter } }, { signal });
  } catch (problem) {
    // Still the same problem: retries and the quoted reference depend on it.
    if (problem instanceof ApiProblem) problem.message = 'Request failure';
    throw problem;
  }
}

/** One photo, for an address that was opened directly. */
export const photoQuery = (photoId: string, known: Photo | undefined) =>
  queryOptions({
    queryKey: ['TimeLine', 'photo', photoId],
    meta: { action: 'LOAD_PHOTO' },
    queryFn: ({ signal }) => call(getPhoto, { params: { photoId } }, { signal }),
    enabled: !known,
  });
