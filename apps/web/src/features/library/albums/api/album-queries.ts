import {
  ALBUMS_PAGE_SIZE,
  type AlbumSortKey,
  FIRST_ALBUMS_PAGE_SIZE,
  getAlbum,
  getAlbums,
  getSharedAlbums,
  type SortOrder,
} from '@keepsake/contracts';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { call } from '#/shared/api/call.ts';

export type AlbumSort = { sortKey: AlbumSortKey; sortOrder: SortOrder };
type Listing = {
  sort: AlbumSort;
  /** Whether the customer's own albums that others see are listed, too. */
  displaySharedData: boolean;
  firstPageSize: number;
};

function albumPages({ sort, displaySharedData, firstPageSize }: Listing) {
  return infiniteQueryOptions({
    queryKey: ['Albums', 'list', sort, displaySharedData],
    meta: { action: 'LOAD_ALBUMS' },
    initialPageParam: null as string | null,
    queryFn: ({ pageParam, signal }) => {
      const place = pageParam ? { cursor: pageParam, limit: ALBUMS_PAGE_SIZE } : { limit: firstPageSize };
      return call(getAlbums, { query: { ...sort, ...place, displaySharedData } }, { signal });
    },
    getNextPageParam: ({ cursor }) => cursor,
  });
}

/** Albums of the grid; its first page leaves room for the 'New album' tile [ALB-11, ALB-12]. */
export const gridAlbumsQuery = (sort: AlbumSort) =>
  albumPages({ sort, displaySharedData: true, firstPageSize: FIRST_ALBUMS_PAGE_SIZE });

/** Albums that photos can be copied to: none that others see [CPY-03], the one used last first. */
export const targetAlbumsQuery = albumPages({
  sort: { sortKey: 'updated', sortOrder: 'desc' },
  displaySharedData: false,
  firstPageSize: ALBUMS_PAGE_SIZE,
});

/** Albums of others that the customer can read [SHA-22, SHA-23]. */
export const sharedAlbumsQuery = infiniteQueryOptions({
  queryKey: ['SharedAlbums', 'list'],
  meta: { action: 'LOAD_SHARED_ALBUMS' },
  initialPageParam: null as string | null,
  queryFn: ({ pageParam, signal }) =>
    call(getSharedAlbums, { query: pageParam ? { cursor: pageParam } : {} }, { signal }),
  getNextPageParam: ({ cursor }) => cursor,
});

/** One album of the customer [ALD-36]. */
export const albumQuery = (albumId: string) =>
  queryOptions({
    queryKey: ['Albums', 'album', albumId],
    meta: { action: 'LOAD_ALBUM' },
    queryFn: ({ signal }) => call(getAlbum, { params: { albumId } }, { signal }),
  });

/** Names the deletion of an album, so that others can tell whether it is under way. */
export const deletionKey = (albumId: string) => ['delete album', albumId];
