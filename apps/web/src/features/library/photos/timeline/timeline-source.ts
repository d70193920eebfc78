import { getTimelineMonth, getTimelineMonthLayout, TIMELINE_PAGE_SIZE } from '@keepsake/contracts';
import { call } from '#/shared/api/call.ts';
import type { PhotoSource } from '../photos/photo-source.ts';
import { parseMonthKey } from './months.ts';
import type { TimelineView } from './timeline-view.ts';

/** The customer's library by months. */
export function createTimelineSource(view: TimelineView): PhotoSource {
  return {
    key: ['timeline', view.sortKey, view.sortOrder, ...(view.filter ? [view.filter] : [])].join(' '),
    action: 'LOAD_TIMELINE_MONTH',
    pageSize: TIMELINE_PAGE_SIZE,
    loadPage: ({ section, cursor, offset, signal }) => {
      const place = cursor ? { cursor } : offset > 0 ? { offset: String(offset) } : {};
      const query = { limit: TIMELINE_PAGE_SIZE, ...view, ...place };
      return call(getTimelineMonth, { params: parseMonthKey(section.key), query }, { signal });
    },
    loadLayout: (section, signal) =>
      call(getTimelineMonthLayout, { params: parseMonthKey(section.key), query: view }, { signal }),
  };
}
