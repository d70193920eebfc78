import * as z from 'zod/mini';
import { album, albumName, albumPage, albumSortKey } from './album.ts';
import { endpoint } from './endpoint.ts';
import { count, cursor, flag, id, ids, limit, offset } from './fields.ts';
import { ALBUMS_PAGE_SIZE, PHOTOS_PAGE_SIZE } from './limits.ts';
import { photoPage } from './photo.ts';
import { photosLayout } from './photos-layout.ts';
import { sortKey, sortOrder } from './sort.ts';

const service = 'photoManagement';
const params = z.object({ albumId: id });

export const getAlbums = endpoint({
  name: 'getAlbums',
  service,
  method: 'GET',
  path: '/albums',
  query: z.object({
    cursor: z.optional(cursor),
    limit: z._default(limit, ALBUMS_PAGE_SIZE),
    /** Whether the customer's own albums that others can see are among them. */
    displaySharedData: z._default(flag, true),
    sortKey: z._default(albumSortKey, 'created'),
    sortOrder: z._default(sortOrder, 'desc'),
  }),
  response: albumPage,
});

export const createAlbum = endpoint({
  name: 'createAlbum',
  service,
  method: 'POST',
  path: '/albums',
  body: z.object({ name: albumName }),
  response: z.object({ albumId: id }),
});

export const getAlbum = endpoint({
  name: 'getAlbum',
  service,
  method: 'GET',
  path: '/albums/{albumId}',
  params,
  response: album,
});

export const renameAlbum = endpoint({
  name: 'renameAlbum',
  service,
  method: 'PATCH',
  path: '/albums/{albumId}',
  params,
  body: z.object({ name: albumName }),
});

/** The album goes, its photos stay in the library. An album that is gone already is a success. */
export const deleteAlbum = endpoint({
  name: 'deleteAlbum',
  service,
  method: 'DELETE',
  path: '/albums/{albumId}',
  params,
});

const photosQuery = {
  cursor: z.optional(cursor),
  limit: z._default(limit, PHOTOS_PAGE_SIZE),
  sortKey: z._default(sortKey, 'created'),
  sortOrder: z._default(sortOrder, 'desc'),
  /** Start at this place instead of a cursor: how a jump loads one page. */
  offset: z.optional(offset),
};

export const getAlbumPhotos = endpoint({
  name: 'getAlbumPhotos',
  service,
  method: 'GET',
  path: '/albums/{albumId}/photos',
  params,
  query: z.object(photosQuery),
  response: photoPage,
});

export const getAlbumLayout = endpoint({
  name: 'getAlbumLayout',
  service,
  method: 'GET',
  path: '/albums/{albumId}/layout',
  params,
  query: z.object({ sortKey: photosQuery.sortKey, sortOrder: photosQuery.sortOrder }),
  response: photosLayout,
});

/**
 * Puts photos of the customer's library into an album. A photo that is in it already stays in it once, and an id
 * that is no photo of the customer counts for nothing.
 */
export const addAlbumPhotos = endpoint({
  name: 'addAlbumPhotos',
  service,
  method: 'POST',
  path: '/albums/{albumId}/photos',
  params,
  body: z.object({ photoIds: ids }),
  response: z.object({ addedCount: count, photosCount: count }),
});

/** Takes photos out of an album; they stay in the library. */
export const removeAlbumPhotos = endpoint({
  name: 'removeAlbumPhotos',
  service,
  method: 'DELETE',
  path: '/albums/{albumId}/photos',
  params,
  body: z.object({ photoIds: ids }),
});
