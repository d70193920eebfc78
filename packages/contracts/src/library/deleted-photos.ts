import * as z from 'zod/mini';
import { endpoint } from '../platform/endpoint.ts';
import { count, cursor, id, ids, instant, limit, offset } from '../platform/fields.ts';
import { PHOTOS_PAGE_SIZE, photo, photosLayout } from './photos.ts';

/** How long a toast stays that offers to bring deleted photos back, in milliseconds. */
export const UNDO_TOAST_MS = 15_000;

const service = 'photoManagement';

/** A photo that its customer deleted and can have back. */
const deletedPhoto = z.extend(photo, {
  deleted: instant,
  /** The deletion that it was part of. */
  removalId: id,
  /** From then on it is gone: the end of its days, or of the last day of the storage period if that comes first. */
  restorableUntil: instant,
});

export type DeletedPhoto = z.infer<typeof deletedPhoto>;

/** Recently deleted photos, the latest deletion first (a call of our own). */
export const getDeletedPhotos = endpoint({
  name: 'getDeletedPhotos',
  service,
  method: 'GET',
  path: '/photos/deleted',
  query: z.object({
    cursor: z.optional(cursor),
    limit: z._default(limit, PHOTOS_PAGE_SIZE),
    /** Start at this position instead of a cursor. */
    offset: z.optional(offset),
  }),
  response: z.object({
    cursor: z.nullable(cursor),
    /** Of all pages. */
    photosCount: count,
    images: z.array(deletedPhoto),
  }),
});

/** Layout of all recently deleted photos, in the same order (a call of our own). */
export const getDeletedLayout = endpoint({
  name: 'getDeletedLayout',
  service,
  method: 'GET',
  path: '/photos/deleted/layout',
  response: photosLayout,
});

/**
 * Brings recently deleted photos back, with their ids, into the albums, months and projects that they were in; ids of others do
 * not fail. `photoIds` are those that are there now: another one where the same file was added meanwhile (a call of our own).
 */
export const restorePhotos = endpoint({
  name: 'restorePhotos',
  service,
  method: 'POST',
  path: '/photos/deleted/restore',
  body: z.object({ photoIds: ids }),
  response: z.object({ photoIds: z.array(id) }),
  sample: ({ deletedPhotoId }) => ({ body: { photoIds: [deletedPhotoId] } }),
});

/**
 * Brings back all recently deleted photos, or those of one deletion, of which a running one of the whole library ends. In the
 * background beyond what a call can wait for: they leave the list at once and arrive in batches (a call of our own).
 */
export const restoreDeletedPhotos = endpoint({
  name: 'restoreDeletedPhotos',
  service,
  method: 'POST',
  path: '/photos/deleted/restore-all',
  body: z.object({ removalId: z.optional(id) }),
  /** How many are on their way; those that a running deletion has not reached are in the library anyway. */
  response: z.object({ photosCount: count }),
  sample: () => ({ body: {} }),
});

/** Deletes recently deleted photos for good; ids of others do not fail (a call of our own). */
export const deleteForGood = endpoint({
  name: 'deleteForGood',
  service,
  method: 'DELETE',
  path: '/photos/deleted',
  body: z.object({ photoIds: ids }),
  sample: ({ deletedPhotoId }) => ({ body: { photoIds: [deletedPhotoId] } }),
});

/** Deletes all recently deleted photos for good (a call of our own). */
export const emptyDeletedPhotos = endpoint({
  name: 'emptyDeletedPhotos',
  service,
  method: 'DELETE',
  path: '/photos/deleted/all',
});
