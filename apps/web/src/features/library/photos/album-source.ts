import { type Album, getAlbumLayout, getAlbumPhotos } from '@keepsake/contracts/library/albums';
import {
  PHOTOS_PAGE_SIZE,
  type PhotoPage,
  type SharedPhotosLayout,
} from '@keepsake/contracts/library/photos';
import { getSharedAlbumLayout, getSharedAlbumPhotos } from '@keepsake/contracts/library/shared-albums';
import type { CustomerId } from '@keepsake/contracts/platform/ids';
import type { Sort } from '@keepsake/contracts/platform/start-of-page';
import type { QueryClient } from '@tanstack/react-query';
import {
  decodeLayout,
  idsOf,
  type PhotoSource,
  pageStart,
  type SourceSection,
} from '#/features/library/photo-store/index.ts';
import { call } from '#/shared/api/call.ts';
import { createStoredSort } from './sort-setting.ts';

/** The one section of an album. */
export const ALBUM_SECTION = 'photos';

/** The album's fields that change when its photos do. */
export type AlbumVersion = Pick<Album, 'albumId' | 'photosCount' | 'updated' | 'isInOwnOrder'>;

/** The sections of an album: one, unless it is empty. */
export const albumSections = ({ photosCount, updated }: AlbumVersion): SourceSection[] =>
  photosCount > 0 ? [{ key: ALBUM_SECTION, count: photosCount, version: updated }] : [];

/** View names, under which photos, selection and scroll position are kept. */
export const albumViewOf = (albumId: string) => `album ${albumId}`;
export const sharedAlbumViewOf = (albumId: string) => `shared-album ${albumId}`;

/** One sort setting for all albums and one for all shared albums [SRT-01]. */
export const albumPhotosSort = createStoredSort('albumPhotos');
export const sharedAlbumPhotosSort = createStoredSort('sharedAlbumPhotos');

/** How an album is shown: sorted, or in the order that its owner gave it. */
export type Arrangement = Sort | 'own';

/** How one of the customer's own albums is shown. */
export function useArrangement({ isInOwnOrder }: AlbumVersion): Arrangement {
  const sort = albumPhotosSort.use();
  return isInOwnOrder ? 'own' : sort;
}

/** What reads an album as it is shown. */
export const arrangementQuery = (shown: Arrangement) => (shown === 'own' ? { inOwnOrder: true } : shown);

/** Source of the photos of a customer's own album, in one section. */
export function createAlbumSource(albumId: string, shown: Arrangement): PhotoSource {
  const params = { albumId };
  const arranged = arrangementQuery(shown);
  return {
    key: `album ${albumId} ${shown === 'own' ? shown : `${shown.sortKey} ${shown.sortOrder}`}`,
    grouping: ALBUM_SECTION,
    action: 'LOAD_ALBUM_PHOTOS',
    pageSize: PHOTOS_PAGE_SIZE,
    loadPage: ({ cursor, offset, signal }) => {
      const query = { limit: PHOTOS_PAGE_SIZE, ...arranged, ...pageStart({ cursor, offset }) };
      return call(getAlbumPhotos, { params, query }, { signal });
    },
    loadLayout: (_section, signal) => call(getAlbumLayout, { params, query: arranged }, { signal }),
  };
}

/** Source of the photos of a shared album, which can have several owners, in one section. */
export function createSharedAlbumSource(albumId: string, sort: Sort, client: QueryClient): PhotoSource {
  const params = { albumId };
  return {
    key: `shared-album ${albumId} ${sort.sortKey} ${sort.sortOrder}`,
    grouping: ALBUM_SECTION,
    action: 'LOAD_SHARED_ALBUM_PHOTOS',
    pageSize: PHOTOS_PAGE_SIZE,
    async loadPage({ cursor, offset, signal }) {
      const query = { limit: PHOTOS_PAGE_SIZE, ...sort, ...pageStart({ cursor, offset }) };
      return rememberPageOwners(
        ownersIn(client, albumId),
        await call(getSharedAlbumPhotos, { params, query }, { signal }),
      );
    },
    loadLayout: async (_section, signal) =>
      rememberLayoutOwners(
        ownersIn(client, albumId),
        await call(getSharedAlbumLayout, { params, query: sort }, { signal }),
      ),
  };
}

/** The owners of an album's photos, by photo. */
type Owners = Map<string, CustomerId>;

/** Owners of the loaded photos of shared albums, by album: as long as the query client, as the photos themselves. */
const owners = new WeakMap<QueryClient, Map<string, Owners>>();

function ownersIn(client: QueryClient, albumId: string): Owners {
  const ofClient = owners.get(client) ?? new Map<string, Owners>();
  owners.set(client, ofClient);
  const existing = ofClient.get(albumId) ?? new Map<string, CustomerId>();
  ofClient.set(albumId, existing);
  return existing;
}

/** The owner of a photo in a shared album. Throws for photos that were never loaded. */
export function sharedOwnerOf(
  client: QueryClient,
  { albumId, photoId }: { albumId: string; photoId: string },
): CustomerId {
  const ownerId = ownersIn(client, albumId).get(photoId);
  if (ownerId === undefined) throw new Error(`The owner of photo ${photoId} is not known`);
  return ownerId;
}

function rememberPageOwners(existing: Owners, page: PhotoPage): PhotoPage {
  for (const { imageId, ownerId } of page.images) if (ownerId) existing.set(imageId, ownerId);
  return page;
}

function rememberLayoutOwners(existing: Owners, layout: SharedPhotosLayout): SharedPhotosLayout {
  const bytes = Uint8Array.from(atob(layout.owners), (character) => character.charCodeAt(0));
  const ownerIndexes = new DataView(bytes.buffer);
  for (const [index, photoId] of idsOf(decodeLayout(layout)).entries()) {
    const ownerId = layout.ownerIds[ownerIndexes.getUint16(index * 2)];
    if (ownerId !== undefined) existing.set(photoId, ownerId);
  }
  return layout;
}
