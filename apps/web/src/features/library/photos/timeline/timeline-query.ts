import { getTimeline, type PhotoFilter, type SortKey } from '@keepsake/contracts';
import { queryOptions } from '@tanstack/react-query';
import { ApiProblem } from '#/shared/api/api-problem.ts';
import { call } from '#/shared/api/call.ts';

/** Photos by year and month under a sort key and a filter [TL-28, TL-42]. Fails as 'Request failure' [TL-39]. */
export function timelineQuery(sortKey: SortKey, filter?: PhotoFilter) {
  return queryOptions({
    queryKey: ['TimeLine', 'months', sortKey, filter],
    meta: { action: 'LOAD_TIMELINE' },
    queryFn: async ({ signal }) => {
      try {
        return await call(getTimeline, { query: { sortKey, filter } }, { signal });
      } catch (problem) {
        // It stays the problem it is: what to retry and what to quote depends on it.
        if (problem instanceof ApiProblem) problem.message = 'Request failure';
        throw problem;
      }
    },
  });
}
