import { getTimelineMonth, getTimelineMonthLayout, type Sort, TIMELINE_PAGE_SIZE } from '@keepsake/contracts';
import { call } from '#/shared/api/call.ts';
import type { PhotoSource } from '../photos/photo-source.ts';
import { parseMonthKey } from './months.ts';

/** The customer's library by months. */
export function createTimelineSource(sort: Sort): PhotoSource {
  return {
    key: `timeline ${sort.sortKey} ${sort.sortOrder}`,
    action: 'LOAD_TIMELINE_MONTH',
    pageSize: TIMELINE_PAGE_SIZE,
    loadPage: ({ section, cursor, offset, signal }) => {
      const place = cursor ? { cursor } : offset > 0 ? { offset: String(offset) } : {};
      const query = { limit: TIMELINE_PAGE_SIZE, ...sort, ...place };
      return call(getTimelineMonth, { params: parseMonthKey(section.key), query }, { signal });
    },
    loadLayout: (section, signal) =>
      call(getTimelineMonthLayout, { params: parseMonthKey(section.key), query: sort }, { signal }),
  };
}
