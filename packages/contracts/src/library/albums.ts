import * as z from 'zod/mini';
import { endpoint } from '../platform/endpoint.ts';
import { count, cursor, days, flag, id, ids, instant, limit, offset } from '../platform/fields.ts';
import { customerIdSchema } from '../platform/ids.ts';
import { ALBUM_SORT_KEYS, ALBUMS_PAGE_SIZE, ALBUMS_PATH } from '../platform/start-of-page.ts';
import { photoFilter } from './favourites.ts';
import { PHOTOS_PAGE_SIZE, photo, photoPage, photosLayout, sortKey, sortOrder } from './photos.ts';

/** Maximum length of an album name, in UTF-16 units. */
export const MAX_ALBUM_NAME_LENGTH = 255;
/** Albums per customer: more than anybody looks through, fewer than a runaway script creates. */
export const MAX_ALBUMS = 10_000;

/** Why a name is refused; each code has its text in the locale files. */
export type AlbumNameFault = 'missing' | 'invalid' | 'too-long';

/** Whitespace, plus characters that are invisible or have no width. */
const BLANK = String.raw`[\s\p{Z}\p{Cc}\p{Default_Ignorable_Code_Point}\u2800]`;
const ONLY_BLANKS = new RegExp(`^${BLANK}*$`, 'u');
const FIRST_BLANK = new RegExp(`^${BLANK}`, 'u');
/**
 * Characters that no name needs and that some consumers misinterpret: control characters, lone surrogates and marks that change
 * the direction of the surrounding text.
 */
const FORBIDDEN = /[<>;\p{Cc}\p{Cs}\u202A-\u202E\u2066-\u2069]/u;

/**
 * What is wrong with an album's name, or null: it is required [NAM-01], does not begin with a blank [NAM-02], contains no `<`,
 * `>` or `;` [NAM-03] and is at most MAX_ALBUM_NAME_LENGTH UTF-16 units long.
 */
export function albumNameFault(name: string): AlbumNameFault | null {
  if (name.length > MAX_ALBUM_NAME_LENGTH) return 'too-long';
  if (name === '') return 'missing';
  if (ONLY_BLANKS.test(name) || FIRST_BLANK.test(name) || FORBIDDEN.test(name)) return 'invalid';
  return null;
}

export const albumName = z
  .string()
  .check(z.refine((name) => albumNameFault(name) === null, { error: 'Name not valid' }));

export const album = z.object({
  albumId: id,
  albumName: z.string().check(z.minLength(1)),
  /** The photo that its owner chose, while the album holds it; otherwise the one added last, and null for an empty album. */
  coverPhoto: z.nullable(photo),
  /** Absent unless the cover is the chosen one. */
  isCoverChosen: z.optional(z.boolean()),
  photosCount: count,
  created: instant,
  /** Time of the last change to the name, the cover, the order or the photos. */
  updated: instant,
  userId: customerIdSchema,
  /** Whether other customers can see the album. */
  isShared: z.boolean(),
  /** Whether it is shown in the order that its owner gave it; absent if not. Shared albums are sorted by each viewer. */
  isInOwnOrder: z.optional(z.boolean()),
  /** The days on which the first and the last of its photos were taken; only in the answer about one album, if any is known. */
  taken: z.optional(days),
});
export type Album = z.infer<typeof album>;

/** A page of albums; the cursor is null on the last page. */
export const albumPage = z.object({ albums: z.array(album), cursor: z.nullable(cursor) });

const albumSortKey = z.enum(ALBUM_SORT_KEYS);

const service = 'photoManagement';
const params = z.object({ albumId: id });

export const getAlbums = endpoint({
  name: 'getAlbums',
  service,
  method: 'GET',
  path: ALBUMS_PATH,
  query: z.object({
    cursor: z.optional(cursor),
    limit: z._default(limit, ALBUMS_PAGE_SIZE),
    /** Whether to include the customer's own albums that others can see. */
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
  idempotencyKey: 'optional',
  body: z.object({ name: albumName }),
  response: z.object({ albumId: id }),
  sample: () => ({ body: { name: 'Summer' } }),
});

export const getAlbum = endpoint({
  name: 'getAlbum',
  service,
  method: 'GET',
  path: '/albums/{albumId}',
  params,
  response: album,
  sample: ({ albumId }) => ({ params: { albumId } }),
});

export const renameAlbum = endpoint({
  name: 'renameAlbum',
  service,
  method: 'PATCH',
  path: '/albums/{albumId}',
  params,
  body: z.object({ name: albumName }),
  problems: ['forbidden'],
  sample: ({ albumId }) => ({ params: { albumId }, body: { name: 'Winter' } }),
});

/** Deletes the album; its photos stay in the library. Succeeds if the album is already gone. */
export const deleteAlbum = endpoint({
  name: 'deleteAlbum',
  service,
  method: 'DELETE',
  path: '/albums/{albumId}',
  params,
  problems: ['forbidden'],
  sample: ({ albumId }) => ({ params: { albumId } }),
});

/**
 * Chooses one of the album's photos as its cover, or none (null), so that it follows the photos again (a call of our own). A chosen
 * photo that is deleted is the cover again once it is restored.
 */
export const chooseAlbumCover = endpoint({
  name: 'chooseAlbumCover',
  service,
  method: 'PUT',
  path: '/albums/{albumId}/cover',
  params,
  body: z.object({ photoId: z.nullable(id) }),
  problems: ['forbidden'],
  sample: ({ albumId, photoId }) => ({ params: { albumId }, body: { photoId } }),
});

const photosQuery = {
  cursor: z.optional(cursor),
  limit: z._default(limit, PHOTOS_PAGE_SIZE),
  sortKey: z._default(sortKey, 'created'),
  sortOrder: z._default(sortOrder, 'desc'),
  /** The album's own order instead of a sort. */
  inOwnOrder: z._default(flag, false),
  /** Start at this position instead of a cursor, so that a jump loads a single page. */
  offset: z.optional(offset),
  /** Photos of others, which a shared album may hold, pass none. */
  filter: z.optional(photoFilter),
};

export const getAlbumPhotos = endpoint({
  name: 'getAlbumPhotos',
  service,
  method: 'GET',
  path: '/albums/{albumId}/photos',
  params,
  query: z.object(photosQuery),
  response: photoPage,
  sample: ({ albumId }) => ({ params: { albumId } }),
});

export const getAlbumLayout = endpoint({
  name: 'getAlbumLayout',
  service,
  method: 'GET',
  path: '/albums/{albumId}/layout',
  params,
  query: z.object({
    sortKey: photosQuery.sortKey,
    sortOrder: photosQuery.sortOrder,
    inOwnOrder: photosQuery.inOwnOrder,
    filter: photosQuery.filter,
  }),
  response: photosLayout,
  sample: ({ albumId }) => ({ params: { albumId } }),
});

/**
 * Adds photos of the customer's library to an album. Photos already in it are not added twice; ids that are not photos of the
 * customer are ignored.
 */
export const addAlbumPhotos = endpoint({
  name: 'addAlbumPhotos',
  service,
  method: 'POST',
  path: '/albums/{albumId}/photos',
  params,
  body: z.object({ photoIds: ids }),
  response: z.object({ addedCount: count, photosCount: count }),
  problems: ['forbidden'],
  sample: ({ albumId, photoId }) => ({ params: { albumId }, body: { photoIds: [photoId] } }),
});

/** Removes photos from an album; they stay in the library. */
export const removeAlbumPhotos = endpoint({
  name: 'removeAlbumPhotos',
  service,
  method: 'DELETE',
  path: '/albums/{albumId}/photos',
  params,
  body: z.object({ photoIds: ids }),
  problems: ['forbidden'],
  sample: ({ albumId, photoId }) => ({ params: { albumId }, body: { photoIds: [photoId] } }),
});
