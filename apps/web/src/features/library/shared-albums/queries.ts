import {
  getSharedAlbum,
  getSharedAlbumParticipants,
  getSharedAlbums,
  type SharedAlbum,
} from '@keepsake/contracts/library/shared-albums';
import type { ResponseOf } from '@keepsake/contracts/platform/endpoint';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { concernsCover, useLeaveIfDeleted } from '#/features/library/albums/index.ts';
import { call } from '#/shared/api/call.ts';
import { pagedQuery } from '#/shared/paged-list.tsx';

/** Albums that others share with the customer [SHA-22, SHA-23]. */
export const sharedAlbumsQuery = pagedQuery({
  queryKey: ['SharedAlbums', 'list'],
  load: (cursor, signal) => call(getSharedAlbums, { query: { cursor } }, { signal }),
});

/** A shared album with its owner and participants [SHA-20]. */
export type SharedAlbumDetail = SharedAlbum & ResponseOf<typeof getSharedAlbumParticipants>;

/** The album merged with its participants [SHA-25]. */
const sharedAlbumQuery = (albumId: string) =>
  queryOptions({
    queryKey: ['SharedAlbums', 'album', albumId],
    meta: { action: 'LOAD_SHARED_ALBUM', concerns: concernsCover },
    async queryFn({ signal }): Promise<SharedAlbumDetail> {
      const [album, members] = await Promise.all([
        call(getSharedAlbum, { params: { albumId } }, { signal }),
        call(getSharedAlbumParticipants, { params: { albumId } }, { signal }),
      ]);
      return { ...album, ...members };
    },
  });

/** One shared album, kept up to date. Leaves the page when the album is deleted or no longer shared with the customer. */
export function useSharedAlbum(albumId: string) {
  const { data: album, error, refetch } = useQuery(sharedAlbumQuery(albumId));
  useLeaveIfDeleted({ albumId, album, error });
  return { album, error, retry: () => void refetch() };
}
