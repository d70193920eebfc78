import * as z from 'zod/mini';
import { endpoint } from '../platform/endpoint.ts';
import { count, id, instant, label } from '../platform/fields.ts';
import { customerIdSchema } from '../platform/ids.ts';
import { HOUR_SECONDS, MAX_DOWNLOAD_PHOTOS } from '../platform/limits.ts';

const service = 'downloads';

/** How long an archive can be downloaded, in days. */
export const DOWNLOAD_VALID_DAYS = 7;

const photoIds = z.array(id).check(z.minLength(1), z.maxLength(MAX_DOWNLOAD_PHOTOS));
const sharedPhotos = z
  .array(z.object({ photoId: id, ownerId: customerIdSchema }))
  .check(z.minLength(1), z.maxLength(MAX_DOWNLOAD_PHOTOS));
/**
 * Requests an archive of photos. The caller chooses the id, so that repeating the call refers to the same download: a failed
 * one is tried again; other photos under the same id are a 409. Push messages report its start, completion or failure.
 */
export const createDownload = endpoint({
  name: 'createDownload',
  budgets: [{ calls: 600, seconds: HOUR_SECONDS, isShared: true }],
  service,
  method: 'POST',
  path: '/downloads',
  idempotencyKey: 'optional',
  /** The name is shown in the list of downloads; it is never used unchanged as a file name. */
  body: z.object({ id, name: label, photos: photoIds }),
  response: z.object({ id, name: label, photos: z.array(id) }),
  problems: ['not-found'],
  sample: ({ downloadId, photoId }) => ({ body: { id: downloadId, name: 'Summer', photos: [photoId] } }),
});

/** The same for photos of an album shared with the customer or by the customer. */
export const createSharedAlbumDownload = endpoint({
  name: 'createSharedAlbumDownload',
  budgets: [{ calls: 600, seconds: HOUR_SECONDS, isShared: true }],
  service,
  method: 'POST',
  path: '/shared-album-downloads',
  idempotencyKey: 'optional',
  body: z.object({ albumId: id, photos: sharedPhotos }),
  response: z.object({ id, photos: sharedPhotos }),
  problems: ['not-found'],
  sample: ({ sharedAlbumId, photoId, customerId }) => ({
    body: { albumId: sharedAlbumId, photos: [{ photoId, ownerId: customerId }] },
  }),
});

/** Maximum pictures of a download in the list. */
export const DOWNLOAD_PICTURES = 3;

export const download = z.object({
  id,
  name: z.string(),
  status: z.enum(['started', 'finished', 'error']),
  photosCount: count,
  /** Addresses of small pictures of its first photos that are the customer's own; none while the library is hidden. */
  pictures: z.array(z.string()),
  /** Exact size of the zip; absent until it is finished. */
  bytes: z.optional(count),
  created: instant,
  /** When the download expires. */
  expires: instant,
  /** File names of the missing photos that made it fail. */
  missing: z.optional(z.array(z.string())),
  /** The photos that a new download would still get, if it failed because of others. */
  available: z.optional(sharedPhotos),
  /** The shared album they are in, if any: `createSharedAlbumDownload` gets them. */
  sharedAlbumId: z.optional(id),
});
export type Download = z.infer<typeof download>;

/** The customer's downloads of the last days, newest first. */
export const getDownloads = endpoint({
  name: 'getDownloads',
  service,
  method: 'GET',
  path: '/downloads',
  response: z.object({ items: z.array(download) }),
});

/** A signed address that a browser can navigate to: `{downloadId}.zip`, resumable. 409 until it is finished. */
export const getDownloadUrl = endpoint({
  name: 'getDownloadUrl',
  service,
  method: 'GET',
  path: '/downloads/{downloadId}/url',
  params: z.object({ downloadId: id }),
  response: z.object({ url: z.string() }),
  problems: ['conflict'],
  sample: ({ downloadId }) => ({ params: { downloadId } }),
});
