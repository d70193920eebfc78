import { getTimelineStart } from '@keepsake/contracts';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { call } from '#/shared/api/call.ts';
import { countDoneRemovals } from '#/shared/pending-removals.ts';
import { loadTimeline, timelineQuery } from '../queries.ts';
import type { LibraryMonths } from '../store/months.ts';
import { fillPhotoStore } from '../store/use-photo-store.ts';
import { createTimelineSource, type TimelineView } from './timeline-source.ts';

/**
 * The months of the timeline. The first answer brings the photos of the first screen along, so that nothing waits for the
 * months; later ones, and all of a service that has no such call, are the months alone.
 */
export function timelineStartQuery(shown: TimelineView, client: QueryClient) {
  const months = timelineQuery(shown);
  return queryOptions({
    ...months,
    queryFn: async ({ signal }): Promise<LibraryMonths> => {
      const isFirst = client.getQueryData(months.queryKey) === undefined;
      const started = isFirst ? await loadStart(shown, client, signal).catch(() => null) : null;
      return started ?? loadTimeline(shown, signal);
    },
  });
}

async function loadStart(shown: TimelineView, client: QueryClient, signal: AbortSignal) {
  const askedAt = countDoneRemovals();
  const { timeline, layout, months } = await call(getTimelineStart, { query: shown }, { signal });
  const pages = months.map(({ year, month, ...page }) => {
    const section = { key: `${year}/${month}`, count: timeline[year]?.[month] ?? 0 };
    return { section, page };
  });
  fillPhotoStore(client, { view: 'timeline', source: createTimelineSource(shown) }, { pages, askedAt });
  return { map: timeline, layout };
}
