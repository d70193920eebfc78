import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { count, cursor, id, limit, offset } from './fields.ts';
import { photo, photoPage } from './photo.ts';
import { photoDeletion } from './photo-deletion.ts';
import { photoFilter } from './photo-filter.ts';
import { photosLayout } from './photos-layout.ts';
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
  response: z.object({
    photosCount: count,
    /** While the whole library is being deleted. */
    deletion: z.optional(photoDeletion),
  }),
});

/** Counts for the tabs of the photo section (path of our own, HDR-13). */
export const getCounts = endpoint({
  name: 'getCounts',
  service,
  method: 'GET',
  path: '/users/counts',
  response: z.object({
    photosCount: count,
    albumsCount: count,
    /** True when an order is made from one of the photos, else absent. */
    hasOrdered: z.optional(z.literal(true)),
  }),
});

/** Year -> month (1 to 12, no leading zero) -> number of photos. Photos without a date taken are in 1970/1. */
export const timelineMap = z.record(z.string(), z.record(z.string(), count));
export type TimelineMap = z.infer<typeof timelineMap>;

export const getTimeline = endpoint({
  name: 'getTimeline',
  service,
  method: 'GET',
  path: '/users/timeline',
  query: z.object({ sortKey: z._default(sortKey, 'dateTaken'), filter: z.optional(photoFilter) }),
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
    filter: z.optional(photoFilter),
    /** Start at this position of the month instead of a cursor: how a jump by the scrubber loads one page. */
    offset: z.optional(offset),
  }),
  response: photoPage,
});

/** Layout of a whole month. */
export const getTimelineMonthLayout = endpoint({
  name: 'getTimelineMonthLayout',
  service,
  method: 'GET',
  path: '/photos/timeline/{year}/{month}/layout',
  params: month,
  query: z.object({
    sortKey: z._default(sortKey, 'dateTaken'),
    sortOrder: z._default(sortOrder, 'desc'),
    filter: z.optional(photoFilter),
  }),
  response: photosLayout,
});

export const getPhotos = endpoint({
  name: 'getPhotos',
  service,
  method: 'GET',
  path: '/photos',
  query: z.object({
    cursor: z.optional(cursor),
    /** Begin after this photo instead of a cursor: how a preview opened in the middle of the library goes on. */
    after: z.optional(id),
    limit: z._default(limit, 500),
    sortKey: z._default(sortKey, 'dateTaken'),
    sortOrder: z._default(sortOrder, 'desc'),
    filter: z.optional(photoFilter),
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
