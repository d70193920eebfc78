import type { Photo } from '@keepsake/contracts/library/photos';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { MarkedPhotos } from '#/features/library/photo-grid/index.ts';
import type { PhotoAction } from '#/features/library/photo-view/index.ts';
import { ErrorState } from '#/shared/ui/error-state.tsx';
import { CopyToAlbumIcon } from '#/shared/ui/icons.tsx';
import { Page } from '#/shared/ui/page.tsx';
import { showToast } from '#/shared/ui/toasts.tsx';
import { useMutation } from '#/shared/use-mutation.ts';
import { addToAlbum, albumPhotoIdsQuery, albumQuery } from './queries.ts';

type Props = {
  albumId: string;
  onAdded: () => void;
  /** Renders the photos to pick from; the action adds the selected ones. */
  children: (action: PhotoAction, name: string) => ReactNode;
};

/** Picks photos from the library for an album, in which those that it has are marked [ALD-33]. */
export function AddToAlbumPage({ albumId, onAdded, children }: Props) {
  const { t } = useTranslation();
  const { data: album, error, refetch } = useQuery(albumQuery(albumId));
  const name = album?.albumName ?? '';
  const alreadyIn = useAlreadyIn(albumId);
  const { mutate, isPending } = useMutation({
    mutationFn: (photoIds: readonly string[]) => addToAlbum(albumId, photoIds),
    meta: { action: 'ADD_TO_ALBUM', invalidates: ['Albums', 'User'] },
    onError: () => showToast({ message: t('albumName.failed'), tone: 'failure' }),
  });
  const action: PhotoAction = {
    key: 'copyToAlbum',
    label: t('album.addPicked', { name }),
    icon: <CopyToAlbumIcon />,
    disabledReason: () => (isPending ? t('album.adding') : null),
    start: ({ photoIds }, onDone) =>
      mutate(photoIds, {
        onSuccess() {
          showToast({ message: t('album.added', { count: photoIds.length, name }), tone: 'success' });
          onDone();
          onAdded();
        },
      }),
  };
  return (
    <Page title={t('album.addTo', { name })} isWide>
      {error && !album ? (
        <ErrorState error={error} message={t('album.failed')} onRetry={() => void refetch()} />
      ) : (
        <MarkedPhotos value={alreadyIn}>{children(action, name)}</MarkedPhotos>
      )}
    </Page>
  );
}

/** Marks for the photos that an album has; null until they are known, and if they cannot be loaded. */
function useAlreadyIn(albumId: string) {
  const { t } = useTranslation();
  const { data: ids } = useQuery(albumPhotoIdsQuery(albumId));
  return useMemo(() => {
    if (!ids) return null;
    const labelOf = ({ imageId }: Photo) => (ids.has(imageId) ? t('album.isIn') : undefined);
    return { labelOf, kind: 'done' } as const;
  }, [ids, t]);
}
