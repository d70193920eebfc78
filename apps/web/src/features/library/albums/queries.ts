import {
  ALBUMS_PAGE_SIZE,
  type AlbumSortKey,
  addAlbumPhotos,
  createAlbum,
  FIRST_ALBUMS_PAGE_SIZE,
  getAlbum,
  getAlbums,
  getSharedAlbums,
  removeAlbumPhotos,
  type SortOrder,
} from '@keepsake/contracts';
import {
  infiniteQueryOptions,
  queryOptions,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call } from '#/shared/api/call.ts';
import { idBatches } from '#/shared/api/id-batches.ts';
import { useLeaveGone } from '#/shared/api/use-leave-gone.ts';
import { hidePhotos, showPhotos } from '#/shared/pending-removals/hidden-photos.ts';
import { usePush } from '#/shared/push/use-push.ts';

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

/** One album, kept up to date; a screen of an album that is deleted elsewhere is left. */
export function useAlbum(albumId: string) {
  const { t } = useTranslation();
  useFreshAlbums();
  const { data: album, error, refetch } = useQuery(albumQuery(albumId));
  useLeaveGone({
    error,
    wasThere: album !== undefined,
    message: t('album.gone', { name: album?.albumName }),
    deletion: deletionKey(albumId),
  });
  return { album, error, retry: () => void refetch() };
}

/** Keeps albums up to date with what happens to them elsewhere: on another device, or to the photos in them. */
export function useFreshAlbums(): void {
  const client = useQueryClient();
  usePush('albums-changed', () => {
    void client.invalidateQueries({ queryKey: ['Albums'] });
    void client.invalidateQueries({ queryKey: ['SharedAlbums'] });
    void client.invalidateQueries({ queryKey: ['User', 'counts'] });
  });
}

/** Makes an album; gives its id. */
export function useCreateAlbum() {
  return useMutation({
    mutationFn: async (name: string) => (await call(createAlbum, { body: { name } })).albumId,
    meta: { action: 'CREATE_ALBUM', invalidates: ['Albums', 'User'] },
  });
}

/** Puts photos into an album, batch by batch [CPY-08]; doing it again adds nothing twice. */
export async function addToAlbum(albumId: string, photoIds: readonly string[]): Promise<void> {
  for (const batch of idBatches(photoIds)) {
    await call(addAlbumPhotos, { params: { albumId }, body: { photoIds: [...batch] } });
    showPhotos(`album ${albumId}`, batch);
  }
}

/** Takes photos out of an album, where they are hidden at once [ALD-28]; a failure brings them back [ALD-29]. */
export async function removeHidden(albumId: string, photoIds: readonly string[]): Promise<void> {
  const hiding = hidePhotos(`album ${albumId}`, photoIds);
  try {
    for (const batch of idBatches(photoIds)) {
      await call(removeAlbumPhotos, { params: { albumId }, body: { photoIds: [...batch] } });
    }
    hiding.succeed();
  } catch (error) {
    hiding.fail();
    throw error;
  }
}
