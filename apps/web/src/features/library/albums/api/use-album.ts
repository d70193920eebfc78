import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useLeaveGone } from '#/shared/api/use-leave-gone.ts';
import { albumQuery, deletionKey } from './album-queries.ts';
import { useFreshAlbums } from './use-fresh-albums.ts';

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
