import {
  type Album,
  getAlbumLayout,
  getAlbumPhotos,
  getSharedAlbumLayout,
  getSharedAlbumPhotos,
  PHOTOS_PAGE_SIZE,
  type PhotoPage,
  type SharedPhotosLayout,
  type Sort,
} from '@keepsake/contracts';
import { call } from '#/shared/api/call.ts';
import { createStoredValue } from '#/shared/storage.ts';
import { parseSort, type SortView, sortStorageKey } from './sort-setting.ts';
import { decodeLayout, idsOf } from './store/decode-layout.ts';
import { type PhotoSource, placeQuery, type SourceSection } from './store/photo-source.ts';

/** The one section of an album. */
export const ALBUM_SECTION = 'photos';

/** What tells the photos of an album from those that were in it before. */
export type AlbumVersion = Pick<Album, 'albumId' | 'photosCount' | 'updated'>;

/** An album's photos as sections. */
export const albumSections = ({ photosCount, updated }: AlbumVersion): SourceSection[] =>
  photosCount > 0 ? [{ key: ALBUM_SECTION, count: photosCount, version: updated }] : [];

/** Names of the views whose photos outlive their screens. */
export const albumViewOf = (albumId: string) => `album ${albumId}`;
export const sharedAlbumViewOf = (albumId: string) => `shared-album ${albumId}`;

const createSort = (view: SortView) =>
  createStoredValue({
    key: sortStorageKey(view),
    parse: (saved) => parseSort(saved, view),
    format: JSON.stringify,
  });

/** The sort of all albums' photos, and of all shared albums', each remembered of its own [SRT-01]. */
export const albumPhotosSort = createSort('albumPhotos');
export const sharedAlbumPhotosSort = createSort('sharedAlbumPhotos');

/** The photos of one of the customer's albums, in one section. */
export function createAlbumSource(albumId: string, sort: Sort): PhotoSource {
  const params = { albumId };
  return {
    key: `album ${albumId} ${sort.sortKey} ${sort.sortOrder}`,
    action: 'LOAD_ALBUM_PHOTOS',
    pageSize: PHOTOS_PAGE_SIZE,
    loadPage: ({ cursor, offset, signal }) => {
      const query = { limit: PHOTOS_PAGE_SIZE, ...sort, ...placeQuery({ cursor, offset }) };
      return call(getAlbumPhotos, { params, query }, { signal });
    },
    loadLayout: (_section, signal) => call(getAlbumLayout, { params, query: sort }, { signal }),
  };
}

/** The photos of an album that is shared, of several customers, in one section. */
export function createSharedAlbumSource(albumId: string, sort: Sort): PhotoSource {
  const params = { albumId };
  return {
    key: `shared-album ${albumId} ${sort.sortKey} ${sort.sortOrder}`,
    action: 'LOAD_SHARED_ALBUM_PHOTOS',
    pageSize: PHOTOS_PAGE_SIZE,
    async loadPage({ cursor, offset, signal }) {
      const query = { limit: PHOTOS_PAGE_SIZE, ...sort, ...placeQuery({ cursor, offset }) };
      return learnFromPage(albumId, await call(getSharedAlbumPhotos, { params, query }, { signal }));
    },
    loadLayout: async (_section, signal) =>
      learnFromLayout(albumId, await call(getSharedAlbumLayout, { params, query: sort }, { signal })),
  };
}

/** Whose each photo of a shared album is, as far as it was loaded; by album. */
const owners = new Map<string, Map<string, string>>();

function ownersIn(albumId: string): Map<string, string> {
  const known = owners.get(albumId) ?? new Map<string, string>();
  owners.set(albumId, known);
  return known;
}

/** The owner of a photo that was seen in a shared album. Throws for one that never was. */
export function sharedOwnerOf(albumId: string, photoId: string): string {
  const ownerId = ownersIn(albumId).get(photoId);
  if (ownerId === undefined) throw new Error(`The owner of photo ${photoId} is not known`);
  return ownerId;
}

/** Learns the owners of a page. */
function learnFromPage(albumId: string, page: PhotoPage): PhotoPage {
  const known = ownersIn(albumId);
  for (const { imageId, ownerId } of page.images) if (ownerId) known.set(imageId, ownerId);
  return page;
}

/** Learns the owners of a whole album. */
function learnFromLayout(albumId: string, layout: SharedPhotosLayout): SharedPhotosLayout {
  const known = ownersIn(albumId);
  const places = Uint8Array.from(atob(layout.owners), (character) => character.charCodeAt(0));
  const words = new DataView(places.buffer);
  for (const [index, photoId] of idsOf(decodeLayout(layout)).entries()) {
    known.set(photoId, layout.ownerIds[words.getUint16(index * 2)] ?? '');
  }
  return layout;
}
