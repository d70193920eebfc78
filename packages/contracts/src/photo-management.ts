import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { count, cursor, id, limit } from './fields.ts';
import { photo, photoPage } from './photo.ts';
import { sortKey, sortOrder } from './sort.ts';

const service = 'photoManagement';

/** Years from 1 to 9999 and months 1 to 12, as decimal text in the path. */
const month = z.object({
  year: z.string().check(z.regex(/^(?!0+$)\d{1,4}$/)),
  month: z.string().check(z.regex(/^(0?[1-9]|1[0-2])$/)),
});

export const getUser = endpoint({
  name: 'getUser',
  service,
  method: 'GET',
  path: '/users',
  response: z.object({ photosCount: count }),
});

/** Counts for the tabs of the photo section (path of our own, HDR-13). */
export const getCounts = endpoint({
  name: 'getCounts',
  service,
  method: 'GET',
  path: '/users/counts',
  response: z.object({ photosCount: count, albumsCount: count }),
});

/** Year -> month (1 to 12, no leading zero) -> number of photos. Photos without a date taken are in 1970/1. */
export const timelineMap = z.record(z.string(), z.record(z.string(), count));
export type TimelineMap = z.infer<typeof timelineMap>;

export const getTimeline = endpoint({
  name: 'getTimeline',
  service,
  method: 'GET',
  path: '/users/timeline',
  query: z.object({ sortKey: z._default(sortKey, 'dateTaken') }),
  response: timelineMap,
});

export const getTimelineMonth = endpoint({
  name: 'getTimelineMonth',
  service,
  method: 'GET',
  path: '/photos/timeline/{year}/{month}',
  params: month,
  query: z.object({
    cursor: z.optional(cursor),
    limit: z._default(limit, 24),
    sortKey: z._default(sortKey, 'dateTaken'),
    sortOrder: z._default(sortOrder, 'desc'),
    /** Start at this position of the month instead of a cursor: how a jump by the scrubber loads one page. */
    offset: z.optional(z.pipe(z.string().check(z.regex(/^\d{1,7}$/)), z.transform(Number))),
  }),
  response: photoPage,
});

/**
 * Layout of a whole month in a few bytes a photo, so that heights, jumps and the month's selection are exact
 * before a page arrives. Columns in the order of the sort, base64: `ids` 16 bytes a photo (the UUID),
 * `ratios` 2 bytes a photo (big-endian width / height * 1000, 0 while unknown).
 */
export const monthLayout = z.object({ count, ids: z.string(), ratios: z.string() });
export type MonthLayout = z.infer<typeof monthLayout>;

export const getTimelineMonthLayout = endpoint({
  name: 'getTimelineMonthLayout',
  service,
  method: 'GET',
  path: '/photos/timeline/{year}/{month}/layout',
  params: month,
  query: z.object({
    sortKey: z._default(sortKey, 'dateTaken'),
    sortOrder: z._default(sortOrder, 'desc'),
  }),
  response: monthLayout,
});

export const getPhotos = endpoint({
  name: 'getPhotos',
  service,
  method: 'GET',
  path: '/photos',
  query: z.object({
    cursor: z.optional(cursor),
    limit: z._default(limit, 500),
    sortKey: z._default(sortKey, 'dateTaken'),
    sortOrder: z._default(sortOrder, 'desc'),
  }),
  response: photoPage,
});

export const getPhoto = endpoint({
  name: 'getPhoto',
  service,
  method: 'GET',
  path: '/photos/{photoId}',
  params: z.object({ photoId: id }),
  response: photo,
});
