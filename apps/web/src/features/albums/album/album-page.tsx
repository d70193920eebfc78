import type { Album } from '@keepsake/contracts';
import { Button, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLeaveGone } from '#/shared/api/use-leave-gone.ts';
import { DeleteIcon } from '#/shared/ui/icons/action-icons.tsx';
import { Page } from '#/shared/ui/page/page.tsx';
import { ErrorState } from '#/shared/ui/states/error-state.tsx';
import { albumQuery, deletionKey } from '../api/album-queries.ts';
import { useFreshAlbums } from '../api/use-fresh-albums.ts';
import { AlbumFacts, AlbumName, BackToAlbums } from './album-header.tsx';

const DeleteAlbumModal = lazy(() => import('./delete-album-modal.tsx'));

type Props = {
  albumId: string;
  /** Its photos, or what an empty album offers. */
  children: (album: Album) => ReactNode;
};

/** One album: back to the albums, its name, count and age, and what is in it. */
export function AlbumPage({ albumId, children }: Props) {
  const { t } = useTranslation();
  useFreshAlbums();
  const { data: album, error, refetch } = useQuery(albumQuery(albumId));
  useLeaveGone({
    error,
    wasThere: album !== undefined,
    message: t('album.gone', { name: album?.albumName }),
    deletion: deletionKey(albumId),
  });
  return (
    <>
      <BackToAlbums />
      <Page
        title={album?.albumName ?? t('albums.title')}
        heading={album ? <AlbumName album={album} /> : undefined}
        actions={album && <DeleteAlbum album={album} />}
        isWide
      >
        {album && <AlbumFacts album={album} />}
        {album && children(album)}
        {!album && error && (
          <ErrorState error={error} message={t('album.failed')} onRetry={() => void refetch()} />
        )}
        {!album && !error && <Skeleton height={320} />}
      </Page>
    </>
  );
}

function DeleteAlbum({ album }: { album: Album }) {
  const { t } = useTranslation();
  const [state, setState] = useState<'unused' | 'open' | 'closed'>('unused');
  return (
    <>
      <Button variant="default" leftSection={<DeleteIcon size={18} />} onClick={() => setState('open')}>
        {t('album.deleteTitle')}
      </Button>
      <Suspense fallback={null}>
        {state !== 'unused' && (
          <DeleteAlbumModal album={album} isOpen={state === 'open'} onClose={() => setState('closed')} />
        )}
      </Suspense>
    </>
  );
}
