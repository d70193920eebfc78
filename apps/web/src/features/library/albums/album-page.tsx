import type { Album } from '@keepsake/contracts';
import { Button } from '@mantine/core';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DeleteIcon } from '#/shared/ui/icons/action-icons.tsx';
import { Page } from '#/shared/ui/page/page.tsx';
import { AlbumLoadFailure } from '#/shared/ui/states/album-load-failure.tsx';
import { AlbumFacts, AlbumName, BackToAlbums, FactsWaiting, NameWaiting } from './album-header.tsx';
import { useAlbum } from './queries.ts';

const DeleteAlbumModal = lazy(() => import('./delete-album-modal.tsx'));

type Props = {
  albumId: string;
  /** Its photos, or what an empty album offers. */
  children: (album: Album) => ReactNode;
  /** What stands there until the album has come. */
  waiting: ReactNode;
};

/** One album: back to the albums, its name, count and age, and what is in it. */
export function AlbumPage({ albumId, children, waiting }: Props) {
  const { t } = useTranslation();
  const { album, error, retry } = useAlbum(albumId);
  return (
    <>
      <BackToAlbums />
      <Page
        title={album?.albumName ?? t('albums.title')}
        heading={album ? <AlbumName album={album} /> : error ? undefined : <NameWaiting />}
        actions={album && <DeleteAlbum album={album} />}
        isWide
      >
        {album && <AlbumFacts album={album} />}
        {album && children(album)}
        {!album && error && <AlbumLoadFailure error={error} onRetry={retry} />}
        {!album && !error && (
          <>
            <FactsWaiting />
            {waiting}
          </>
        )}
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
