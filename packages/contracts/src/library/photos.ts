import * as z from 'zod/mini';
import { endpoint } from '../platform/endpoint.ts';
import { count, cursor, id, ids, instant, limit, offset } from '../platform/fields.ts';
import { customerIdSchema } from '../platform/ids.ts';
import { THUMBNAIL_SIZES } from '../platform/limits.ts';
import { SORT_KEYS, SORT_ORDERS, TIMELINE_START_PATH } from '../platform/start-of-page.ts';
import { PARTIAL_PRECISIONS } from './dates.ts';
import { photoFilter } from './favourites.ts';
import { turn } from './turns.ts';

/** Photos per timeline page and per section of a month (photo-library §9). */
export const TIMELINE_PAGE_SIZE = 24;
/** Photos per page of GET /photos and of album photos (photo-library §9). */
export const PHOTOS_PAGE_SIZE = 500;

/** Longest edge of a thumbnail in pixels. */
export const thumbnail = z.object({
  id: z.literal(THUMBNAIL_SIZES),
  url: z.string(),
  width: z.optional(z.int()),
  height: z.optional(z.int()),
});

export const photo = z.object({
  imageId: id,
  uploadId: z.string(),
  localFileName: z.string(),
  /** Signed address of the 1300 thumbnail, or of the original if there is none. */
  url: z.string(),
  /** Signed address of the original file, as an attachment. */
  untouchedUrl: z.string(),
  /** Upload time. */
  created: instant,
  /** Wall time of the camera without a zone, `YYYY-MM-DDTHH:mm:ss`; absent when unknown. */
  dateTaken: z.optional(z.string()),
  /** Of `dateTaken`, the only part that is certain; absent for a date with a time. */
  datePrecision: z.optional(z.enum(PARTIAL_PRECISIONS)),
  /** Minutes east of UTC, if the camera recorded it. */
  dateTakenOffset: z.optional(z.int()),
  uploadEnd: z.optional(instant),
  /** Pixel size as seen, after orientation; absent until the photo was decoded. */
  visibleWidth: z.optional(z.int()),
  visibleHeight: z.optional(z.int()),
  /** Empty until thumbnailState is success. */
  thumbnails: z.array(thumbnail),
  thumbnailState: z.enum(['loading', 'success', 'failure']),
  /** Why thumbnails could not be made, an error code of the images platform. */
  failure: z.optional(z.string()),
  /** ThumbHash, base64. */
  thumbhash: z.optional(z.string()),
  /** Size of the original in bytes. */
  bytes: z.optional(count),
  /** True when it is used in an order; absent otherwise, and in shared albums. */
  isOrdered: z.optional(z.literal(true)),
  /** True when its customer marked it as a favourite; absent otherwise, and in shared albums. */
  isFavourite: z.optional(z.literal(true)),
  /** What its customer wrote about it; absent without, and in shared albums. */
  caption: z.optional(z.string()),
  /** By how much its customer turned it clockwise: thumbnails and size are as turned, the original file is not. */
  turn: z.optional(turn),
  ownerId: z.optional(customerIdSchema),
});
export type Photo = z.infer<typeof photo>;
export type Thumbnail = z.infer<typeof thumbnail>;

/** A page of photos; the cursor is null on the last page. */
export const photoPage = z.object({ cursor: z.nullable(cursor), images: z.array(photo) });
export type PhotoPage = z.infer<typeof photoPage>;

/** created: upload time. dateTaken: wall time of the camera. */
export const sortKey = z.enum(SORT_KEYS);
export const sortOrder = z.enum(SORT_ORDERS);

/**
 * Layout of many photos in a few bytes each, so that heights, jumps and whole selections are exact before a page arrives.
 * Base64 columns in sort order: `ids` has 16 bytes per photo (the UUID), `ratios` 2 bytes per photo (big-endian width / height
 * * 1000, 0 while unknown).
 */
export const photosLayout = z.object({ count, ids: z.string(), ratios: z.string() });
export type PhotosLayout = z.infer<typeof photosLayout>;

/** The same for a shared album of several owners: `owners` has 2 bytes per photo, a big-endian index into `ownerIds`. */
export const sharedPhotosLayout = z.extend(photosLayout, {
  ownerIds: z.array(customerIdSchema),
  owners: z.string(),
});
export type SharedPhotosLayout = z.infer<typeof sharedPhotosLayout>;

/** A background deletion of the whole library. */
export const photoDeletion = z.object({
  requested: instant,
  /** Number of photos when it was requested. */
  total: count,
  deleted: count,
  /** What brings the photos back, by the call `restoreDeletedPhotos`; absent if nothing can. */
  removalId: z.optional(id),
});
export type PhotoDeletion = z.infer<typeof photoDeletion>;

const service = 'photoManagement';

/** Year 1 to 9999 and month 1 to 12, as decimal text in the path. */
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
    /** Only while the whole library is being deleted. */
    deletion: z.optional(photoDeletion),
  }),
});

export const libraryCounts = z.object({
  photosCount: count,
  albumsCount: count,
  /** True when any of the photos is used in an order; absent otherwise. */
  hasOrdered: z.optional(z.literal(true)),
  /** True when any of them is a favourite; absent otherwise. */
  hasFavourites: z.optional(z.literal(true)),
  /** Limits of the library (null for no limit) and the total size of its originals; absent if there are no limits. */
  quota: z.optional(z.object({ photos: z.nullable(count), bytes: z.nullable(count), usedBytes: count })),
  /** Days for which photos deleted now can come back, at most until the storage ends; absent where a deletion is final at once. */
  deletedDays: z.optional(count),
});
export type LibraryCounts = z.infer<typeof libraryCounts>;

/** Fraction of the quota from which a library counts as almost full. */
const QUOTA_NEAR = 0.9;

/** How full a library is, by the quota that is used most; null below QUOTA_NEAR. */
export function fullnessOf({ photosCount, quota }: Pick<LibraryCounts, 'photosCount' | 'quota'>) {
  if (!quota) return null;
  const partOf = (used: number, most: number | null) => (most === null ? 0 : used / most);
  const [photos, bytes] = [partOf(photosCount, quota.photos), partOf(quota.usedBytes, quota.bytes)];
  const fullest =
    photos >= bytes ? { by: 'photos' as const, part: photos } : { by: 'bytes' as const, part: bytes };
  return fullest.part < QUOTA_NEAR ? null : fullest;
}

/** Counts for the tabs of the photo section (path of our own, HDR-13). */
export const getCounts = endpoint({
  name: 'getCounts',
  service,
  method: 'GET',
  path: '/users/counts',
  response: libraryCounts,
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

/**
 * Year -> month -> ratios of its first TIMELINE_PAGE_SIZE photos in sort order, encoded as in `photosLayout`: the position of
 * every photo of a timeline, before any is loaded.
 */
export const monthsLayout = z.record(z.string(), z.record(z.string(), z.string()));
export type MonthsLayout = z.infer<typeof monthsLayout>;

/** Layout of the months as shown in the timeline, each up to its '+N' (a call of our own). */
export const getTimelineLayout = endpoint({
  name: 'getTimelineLayout',
  service,
  method: 'GET',
  path: '/photos/timeline/layout',
  query: z.object({
    sortKey: z._default(sortKey, 'dateTaken'),
    sortOrder: z._default(sortOrder, 'desc'),
    filter: z.optional(photoFilter),
  }),
  response: monthsLayout,
});

/**
 * The data of the timeline's first screen in one answer: the counts above the photos, map and layout, and the first page of as
 * many months as are likely to be visible, in sort order (a call of our own).
 */
export const getTimelineStart = endpoint({
  name: 'getTimelineStart',
  service,
  method: 'GET',
  path: TIMELINE_START_PATH,
  query: z.object({
    sortKey: z._default(sortKey, 'dateTaken'),
    sortOrder: z._default(sortOrder, 'desc'),
    filter: z.optional(photoFilter),
  }),
  response: z.object({
    counts: libraryCounts,
    deletion: z.optional(photoDeletion),
    timeline: timelineMap,
    layout: monthsLayout,
    months: z.array(z.extend(photoPage, { year: z.string(), month: z.string() })),
  }),
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
    /** Start at this position of the month instead of a cursor, so that a jump with the scrubber loads a single page. */
    offset: z.optional(offset),
  }),
  response: photoPage,
  sample: () => ({ params: { year: '2024', month: '5' } }),
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
  sample: () => ({ params: { year: '2024', month: '5' } }),
});

export const getPhotos = endpoint({
  name: 'getPhotos',
  service,
  method: 'GET',
  path: '/photos',
  query: z.object({
    cursor: z.optional(cursor),
    /** Start after this photo instead of a cursor: used by a preview opened in the middle of the library. */
    after: z.optional(id),
    limit: z._default(limit, 500),
    sortKey: z._default(sortKey, 'dateTaken'),
    sortOrder: z._default(sortOrder, 'desc'),
    filter: z.optional(photoFilter),
  }),
  response: photoPage,
  problems: ['not-found'],
});

export const getPhoto = endpoint({
  name: 'getPhoto',
  service,
  method: 'GET',
  path: '/photos/{photoId}',
  params: z.object({ photoId: id }),
  response: photo,
  sample: ({ photoId }) => ({ params: { photoId } }),
});

/**
 * Deletes photos. `failed` lists those that still exist and can be retried; ids that are not (or no longer) photos of the
 * customer do not fail.
 */
export const deletePhotos = endpoint({
  name: 'deletePhotos',
  service,
  method: 'DELETE',
  path: '/photos',
  body: z.object({ photoIds: ids }),
  response: z.object({ failed: z.array(id) }),
  sample: ({ photoId }) => ({ body: { photoIds: [photoId] } }),
});

/**
 * Deletes all photos currently in the library, in the background; repeating the call meanwhile returns the running deletion.
 * GET /users reports progress.
 */
export const deleteAllPhotos = endpoint({
  name: 'deleteAllPhotos',
  service,
  method: 'DELETE',
  path: '/photos/all',
  response: photoDeletion,
});
