import {
  getSharedAlbum,
  getSharedAlbumParticipants,
  type ResponseOf,
  type SharedAlbum,
} from '@keepsake/contracts';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call } from '#/shared/api/call.ts';
import { useLeaveGone } from '#/shared/missing-album.tsx';
import { usePush } from '#/shared/push.ts';

/** A shared album with who sees it [SHA-20]. */
export type SharedAlbumDetail = SharedAlbum & ResponseOf<typeof getSharedAlbumParticipants>;

/** The album and its participants, merged into one [SHA-25]. */
const sharedAlbumQuery = (albumId: string) =>
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

/** One shared album, kept up to date; its screens are left when it is deleted or the right to see it ends. */
export function useSharedAlbum(albumId: string) {
  const { t } = useTranslation();
  const client = useQueryClient();
  usePush('albums-changed', () => void client.invalidateQueries({ queryKey: ['SharedAlbums'] }));
  const { data: album, error, refetch } = useQuery(sharedAlbumQuery(albumId));
  useLeaveGone({
    error,
    wasThere: album !== undefined,
    message: t('album.gone', { name: album?.albumName }),
    deletion: leavingKey(albumId),
  });
  return { album, error, retry: () => void refetch() };
}
