import {
  type Album,
  addAlbumPhotos,
  createAlbum as createAlbumEndpoint,
  getAlbum,
  getAlbumLayout,
  getAlbums,
  removeAlbumPhotos,
} from '@keepsake/contracts/library/albums';
import { ALBUMS_PAGE_SIZE, FIRST_ALBUMS_PAGE_SIZE } from '@keepsake/contracts/platform/start-of-page';
import { type InfiniteData, queryOptions, useQuery } from '@tanstack/react-query';
import { decodeLayout, idsOf } from '#/features/library/photo-store/index.ts';
import { hideAndRemove, restorePhotos } from '#/features/library/state/index.ts';
import { call, idBatches } from '#/shared/api/call.ts';
import { pagedQuery } from '#/shared/paged-list.tsx';
import { onlyIf } from '#/shared/push.ts';
import { useLeaveIfDeleted } from './album-pages.tsx';
import type { AlbumSort } from './saved-album-sort.ts';

/** Whether a cover that has no picture yet is among these photos; no ids mean many photos. */
const isAwaited = ({ coverPhoto }: Album, photoIds: readonly string[]) =>
  coverPhoto?.thumbnails.length === 0 && (photoIds.length === 0 || photoIds.includes(coverPhoto.imageId));

/**
 * For the `meta.concerns` of an album: of the messages about photos only those that may give it a cover, which an album without
 * photos is about to get while they are added.
 */
export const concernsCover = onlyIf('photos-changed', ({ data: { photoIds } }, data) => {
  const album = data as Album | undefined;
  return album !== undefined && (album.coverPhoto === null || isAwaited(album, photoIds));
});

/** The same for a list of albums. */
const concernsCovers = onlyIf('photos-changed', ({ data: { photoIds } }, data) => {
  const { pages = [] } = (data ?? {}) as Partial<InfiniteData<{ albums: Album[] }>>;
  return pages.some(({ albums }) => albums.some((album) => isAwaited(album, photoIds)));
});

type Listing = {
  sort: AlbumSort;
  /** Whether to include the customer's own albums that are shared with others. */
  displaySharedData: boolean;
  firstPageSize: number;
};

function albumPages({ sort, displaySharedData, firstPageSize }: Listing) {
  return pagedQuery({
    queryKey: ['Albums', 'list', sort, displaySharedData],
    meta: { concerns: concernsCovers },
    load(cursor, signal) {
      const limit = cursor === undefined ? firstPageSize : ALBUMS_PAGE_SIZE;
      return call(getAlbums, { query: { ...sort, cursor, limit, displaySharedData } }, { signal });
    },
  });
}

/** Albums of the grid. The first page is one shorter, for the 'New album' tile [ALB-11, ALB-12]. */
export const gridAlbumsQuery = (sort: AlbumSort) =>
  albumPages({ sort, displaySharedData: true, firstPageSize: FIRST_ALBUMS_PAGE_SIZE });

/** Albums that photos can be copied to: not the shared ones [CPY-03], last used first. */
export const targetAlbumsQuery = albumPages({
  sort: { sortKey: 'updated', sortOrder: 'desc' },
  displaySharedData: false,
  firstPageSize: ALBUMS_PAGE_SIZE,
});

/** One album of the customer [ALD-36]. */
export const albumQuery = (albumId: string) =>
  queryOptions({
    queryKey: ['Albums', 'album', albumId],
    meta: { action: 'LOAD_ALBUM', concerns: concernsCover },
    queryFn: ({ signal }) => call(getAlbum, { params: { albumId } }, { signal }),
  });

/** The ids of all photos in an album. */
export const albumPhotoIdsQuery = (albumId: string) =>
  queryOptions({
    queryKey: ['Albums', 'photo ids', albumId],
    meta: { action: 'LOAD_ALBUM_PHOTOS', concerns: onlyIf('photos-changed', () => false) },
    queryFn: ({ signal }) => call(getAlbumLayout, { params: { albumId }, query: {} }, { signal }),
    select: (layout) => new Set(idsOf(decodeLayout(layout))),
  });

/** One album. Leaves the page when the album is deleted elsewhere. */
export function useAlbum(albumId: string) {
  const { data: album, error, refetch } = useQuery(albumQuery(albumId));
  useLeaveIfDeleted({ albumId, album, error });
  return { album, error, retry: () => void refetch() };
}

/** Creates an album and returns its id, which is the same for a repeated press. */
export async function createAlbum(name: string, press: { idempotencyKey: string }): Promise<string> {
  return (await call(createAlbumEndpoint, { body: { name } }, press)).albumId;
}

/** Adds photos to an album in batches [CPY-08]. Repeating it adds nothing twice. */
export async function addToAlbum(albumId: string, photoIds: readonly string[]): Promise<void> {
  for (const batch of idBatches(photoIds)) {
    await call(addAlbumPhotos, { params: { albumId }, body: { photoIds: [...batch] } });
    restorePhotos(`album ${albumId}`, batch);
  }
}

/** Removes photos from an album. They disappear immediately [ALD-28]; those of failed batches reappear [ALD-29]. */
export function removeFromAlbum(albumId: string, photoIds: readonly string[]): Promise<void> {
  return hideAndRemove(`album ${albumId}`, photoIds, async (onRemoved) => {
    for (const batch of idBatches(photoIds)) {
      await call(removeAlbumPhotos, { params: { albumId }, body: { photoIds: [...batch] } });
      onRemoved(batch);
    }
  });
}
