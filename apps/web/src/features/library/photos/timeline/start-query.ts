import { getCounts, getTimelineStart, getUser } from '@keepsake/contracts/library/photos';
import type { ResponseOf } from '@keepsake/contracts/platform/endpoint';
import { notifyManager, type QueryClient, queryOptions } from '@tanstack/react-query';
import { detailOf, thumbnailOf } from '#/features/library/photo-grid/index.ts';
import { fillPhotoStore, type LibraryMonths } from '#/features/library/photo-store/index.ts';
import { countDoneRemovals, countsQuery, userQuery } from '#/features/library/state/index.ts';
import { isAbsent } from '#/shared/api/api-problem.ts';
import { call } from '#/shared/api/call.ts';
import { reportFailure } from '#/shared/error-reports.ts';
import { loadTimeline, timelineQuery } from '../queries.ts';
import { createTimelineSource, photosSort, type TimelineView, viewOf } from './timeline-source.ts';

type Start = ResponseOf<typeof getTimelineStart>;

/**
 * The months of the timeline. The first answer includes the photos of the first screen and the data shown above them, so that
 * nothing waits for the months; later answers, and those of a service without this call, are the months alone.
 */
export function timelineStartQuery(shown: TimelineView, client: QueryClient) {
  const months = timelineQuery(shown);
  return queryOptions({
    ...months,
    queryFn: async ({ signal }): Promise<LibraryMonths> => {
      const isFirst = client.getQueryData(months.queryKey) === undefined;
      return isFirst ? loadFirst(shown, client, signal) : loadTimeline(shown, signal);
    },
  });
}

/** What keeps the months away as well is reported as theirs. */
async function loadFirst(shown: TimelineView, client: QueryClient, signal: AbortSignal) {
  try {
    return await loadStart(shown, client, signal);
  } catch (problem) {
    const months = await loadTimeline(shown, signal);
    if (!isAbsent(problem)) reportFailure('LOAD_TIMELINE_START', problem);
    return months;
  }
}

/** Requests the timeline before it is drawn; resolves when it is there, or is known not to come. */
export const prepareTimeline = (client: QueryClient, search: Parameters<typeof viewOf>[1]): Promise<void> =>
  client.prefetchQuery(timelineStartQuery(viewOf(photosSort.get(), search), client));

async function loadStart(shown: TimelineView, client: QueryClient, signal: AbortSignal) {
  const requestedAt = countDoneRemovals();
  const start = call(getTimelineStart, { query: shown }, { signal }).then((answer) => {
    keepStart(client, shown, answer, requestedAt);
    loadPictures(answer);
    return answer;
  });
  shareStart(client, start);
  return monthsOf(await start);
}

const monthsOf = ({ timeline, layout }: Start): LibraryMonths => ({ map: timeline, layout });

/**
 * Stores all data at once, so that it is drawn together: anything drawn a frame before the photos would shift the placeholders.
 */
function keepStart(client: QueryClient, shown: TimelineView, start: Start, requestedAt: number): void {
  const { counts, timeline } = start;
  const pages = start.months.map(({ year, month, ...page }) => {
    const section = { key: `${year}/${month}`, count: timeline[year]?.[month] ?? 0 };
    return { section, page };
  });
  fillPhotoStore(client, { view: 'timeline', source: createTimelineSource(shown) }, { pages, requestedAt });
  notifyManager.batch(() => {
    client.setQueryData(countsQuery.queryKey, (existing) => existing ?? counts);
    client.setQueryData(userQuery.queryKey, (existing) => existing ?? userOf(start));
    client.setQueryData(timelineQuery(shown).queryKey, (existing) => existing ?? monthsOf(start));
  });
}

/** Number of photos visible at once on a phone. */
const FIRST_PICTURES = 8;

/** Starts loading their pictures while the page is still being rendered. */
function loadPictures({ months }: Start): void {
  const detail = detailOf('rest', window.innerWidth);
  for (const photo of months.flatMap(({ images }) => images).slice(0, FIRST_PICTURES)) {
    const url = thumbnailOf(photo, detail)?.url;
    if (url) new Image().src = url;
  }
}

/**
 * Makes other queries wait for the start answer, which contains their data too; they send requests of their own only if it
 * fails.
 */
function shareStart(client: QueryClient, start: Promise<Start>): void {
  if (!client.getQueryData(countsQuery.queryKey)) {
    const ask = ({ signal }: Context) =>
      start.then(({ counts }) => counts).catch(() => call(getCounts, {}, { signal }));
    void client.prefetchQuery({ ...countsQuery, queryFn: ask });
  }
  if (!client.getQueryData(userQuery.queryKey)) {
    const ask = ({ signal }: Context) => start.then(userOf).catch(() => call(getUser, {}, { signal }));
    void client.prefetchQuery({ ...userQuery, queryFn: ask });
  }
}

const userOf = ({ counts, deletion }: Start) => ({ photosCount: counts.photosCount, deletion });

type Context = { signal: AbortSignal };
