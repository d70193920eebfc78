import * as z from 'zod/mini';
import { endpoint } from '../platform/endpoint.ts';
import { cursor, id, limit, offset } from '../platform/fields.ts';
import { customerIdSchema } from '../platform/ids.ts';
import { album } from './albums.ts';
import { photoDescription } from './photo-details.ts';
import { PHOTOS_PAGE_SIZE, photoPage, sharedPhotosLayout, sortKey, sortOrder } from './photos.ts';

/** Shared albums per page (photo-library §9). */
export const SHARED_ALBUMS_PAGE_SIZE = 50;

const service = 'sharedAlbums';
const params = z.object({ albumId: id });

export const sharedAlbum = z.extend(album, { ownerId: customerIdSchema });
export type SharedAlbum = z.infer<typeof sharedAlbum>;

/** Albums of others that the customer can read. */
export const getSharedAlbums = endpoint({
  name: 'getSharedAlbums',
  service,
  method: 'GET',
  path: '/shared-albums',
  query: z.object({ cursor: z.optional(cursor), limit: z._default(limit, SHARED_ALBUMS_PAGE_SIZE) }),
  response: z.object({ albums: z.array(sharedAlbum), cursor: z.nullable(cursor) }),
});

/** One shared album, for its owner and for its participants. */
export const getSharedAlbum = endpoint({
  name: 'getSharedAlbum',
  service,
  method: 'GET',
  path: '/shared-albums/{albumId}',
  params,
  response: sharedAlbum,
  sample: ({ sharedAlbumId }) => ({ params: { albumId: sharedAlbumId } }),
});

const member = z.object({ id, email: z.string() });

/** Who can see the album. The owner sees all participants; a participant sees only the owner. */
export const getSharedAlbumParticipants = endpoint({
  name: 'getSharedAlbumParticipants',
  service,
  method: 'GET',
  path: '/shared-albums/{albumId}/participants',
  params,
  response: z.object({ owner: member, participants: z.array(member) }),
  sample: ({ sharedAlbumId }) => ({ params: { albumId: sharedAlbumId } }),
});

const sort = {
  sortKey: z._default(sortKey, 'created'),
  sortOrder: z._default(sortOrder, 'desc'),
};

/** Every photo has its ownerId. */
export const getSharedAlbumPhotos = endpoint({
  name: 'getSharedAlbumPhotos',
  service,
  method: 'GET',
  path: '/shared-albums/{albumId}/photos',
  params,
  query: z.object({
    ...sort,
    cursor: z.optional(cursor),
    limit: z._default(limit, PHOTOS_PAGE_SIZE),
    offset: z.optional(offset),
  }),
  response: photoPage,
  sample: ({ sharedAlbumId }) => ({ params: { albumId: sharedAlbumId } }),
});

export const getSharedAlbumLayout = endpoint({
  name: 'getSharedAlbumLayout',
  service,
  method: 'GET',
  path: '/shared-albums/{albumId}/layout',
  params,
  query: z.object(sort),
  response: sharedPhotosLayout,
  sample: ({ sharedAlbumId }) => ({ params: { albumId: sharedAlbumId } }),
});

/**
 * What a photo's file says (a call of our own). The same is in the original, which every viewer may download; the owner's
 * albums and orders stay private.
 */
export const getSharedPhotoDetails = endpoint({
  name: 'getSharedPhotoDetails',
  service,
  method: 'GET',
  path: '/shared-albums/{albumId}/photos/{ownerId}/{photoId}/details',
  params: z.object({ albumId: id, ownerId: customerIdSchema, photoId: id }),
  response: photoDescription,
  sample: ({ sharedAlbumId, customerId, photoId }) => ({
    params: { albumId: sharedAlbumId, ownerId: customerId, photoId },
  }),
});

/**
 * By the owner: deletes the album for everybody; all photos stay with their owners. By a participant: only they leave, and the
 * photos they added are removed from the album.
 */
export const deleteSharedAlbum = endpoint({
  name: 'deleteSharedAlbum',
  service,
  method: 'DELETE',
  path: '/shared-albums/{albumId}',
  params,
  sample: ({ sharedAlbumId }) => ({ params: { albumId: sharedAlbumId } }),
});
