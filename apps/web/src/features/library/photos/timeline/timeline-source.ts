import { photoFilter } from '@keepsake/contracts/library/favourites';
import {
  getTimelineMonth,
  getTimelineMonthLayout,
  TIMELINE_PAGE_SIZE,
} from '@keepsake/contracts/library/photos';
import type { PhotoFilter, Sort } from '@keepsake/contracts/platform/start-of-page';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate, useRouter, useSearch } from '@tanstack/react-router';
import { useEffect, useMemo, useRef } from 'react';
import { useStore } from 'zustand';
import { selectionStoreOf } from '#/features/library/photo-grid/index.ts';
import { type PhotoSource, pageStart, parseMonthKey } from '#/features/library/photo-store/index.ts';
import { call } from '#/shared/api/call.ts';
import { createStoredSort } from '../sort-setting.ts';

/** The sort of the timeline. */
export const photosSort = createStoredSort('photos');

/** Which photos of the library are shown, and in which order. */
export type TimelineView = Sort & { filter: PhotoFilter | undefined };

/** The stored sort, and the filter from the address. */
export function useTimelineView(): TimelineView {
  const sort = photosSort.use();
  const { filter }: { filter?: unknown } = useSearch({ strict: false });
  const day = useRequestedDay();
  return useMemo(() => viewOf(sort, { filter, day }), [sort, filter, day]);
}

/** The day in the address, `YYYY-MM-DD`, whose photos are to be seen. */
export function useRequestedDay(): string | undefined {
  return useSearch({ strict: false, select: ({ day }: { day?: string }) => day });
}

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The entry before shows the same page without a filter. */
    isFiltered?: boolean | undefined;
  }
}

/** Changes the filter in the address: a step of the history, which Back takes off, and so does leaving the filter itself. */
export function useFilterBy() {
  const navigate = useNavigate();
  const { history } = useRouter();
  const { filter: current } = useTimelineView();
  // Going back takes a moment, in which a second press would go further.
  const isLeaving = useRef(false);
  useEffect(() => {
    if (!current) isLeaving.current = false;
  }, [current]);
  return (filter: PhotoFilter | undefined) => {
    if (isLeaving.current) return;
    const { isFiltered = !current } = history.location.state;
    isLeaving.current = !filter && isFiltered;
    if (isLeaving.current) return history.back({ ignoreBlocker: true });
    const search = (before: object) => ({ ...before, filter });
    void navigate({ to: '.', search, replace: current !== undefined, state: { isFiltered } });
    window.scrollTo({ top: 0 });
  };
}

type Requested = { filter?: unknown; day?: unknown };

/** A sort combined with the filter in a query. The photos of a day are together only by the date they were taken. */
export const viewOf = (sort: Sort, { filter, day }: Requested): TimelineView => ({
  sortKey: day ? 'dateTaken' : sort.sortKey,
  sortOrder: sort.sortOrder,
  filter: photoFilter.safeParse(filter).data,
});

/** Whether photos of the timeline are being selected. */
export function useIsTimelineSelecting(): boolean {
  const store = selectionStoreOf(useQueryClient(), 'timeline');
  return useStore(store, ({ selection }) => selection.isSelecting);
}

/** The query that keeps the filter when navigating within the library. */
export const searchOf = ({ filter }: TimelineView) => (filter ? `?filter=${filter}` : '');

/** Source of the customer's library by month. */
export function createTimelineSource(view: TimelineView): PhotoSource {
  const grouping = ['timeline', view.sortKey, view.filter].join(' ');
  return {
    key: `${grouping} ${view.sortOrder}`,
    grouping,
    action: 'LOAD_TIMELINE_MONTH',
    pageSize: TIMELINE_PAGE_SIZE,
    loadPage: ({ section, cursor, offset, signal }) => {
      const query = { limit: TIMELINE_PAGE_SIZE, ...view, ...pageStart({ cursor, offset }) };
      return call(getTimelineMonth, { params: parseMonthKey(section.key), query }, { signal });
    },
    loadLayout: (section, signal) =>
      call(getTimelineMonthLayout, { params: parseMonthKey(section.key), query: view }, { signal }),
  };
}
