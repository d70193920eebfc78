import {
  getSharedAlbum,
  getSharedAlbumParticipants,
  type ResponseOf,
  type SharedAlbum,
} from '@keepsake/contracts';
import { queryOptions } from '@tanstack/react-query';
import { call } from '#/shared/api/call.ts';

/** A shared album with who sees it [SHA-20]. */
export type SharedAlbumDetail = SharedAlbum & ResponseOf<typeof getSharedAlbumParticipants>;

/** The album and its participants, merged into one [SHA-25]. */
export const sharedAlbumQuery = (albumId: string) =>
  queryOptions({
    queryKey: ['SharedAlbums', 'album', albumId],
    meta: { action: 'LOAD_SHARED_ALBUM' },
    async queryFn({ signal }): Promise<SharedAlbumDetail> {
      const [album, members] = await Promise.all([
        call(getSharedAlbum, { params: { albumId } }, { signal }),
        call(getSharedAlbumParticipants, { params: { albumId } }, { signal }),
      ]);
      return { ...album, ...members };
    },
  });

/** Names the deletion of a shared album, so that others can tell whether it is under way. */
export const leavingKey = (albumId: string) => ['leave shared album', albumId];
