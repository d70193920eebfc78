import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useLeaveGone } from '#/shared/api/use-leave-gone.ts';
import { usePush } from '#/shared/push/use-push.ts';
import { leavingKey, sharedAlbumQuery } from './shared-album-query.ts';

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
