import type { Album } from '@keepsake/contracts';
import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { AlbumLoadFailure } from '#/shared/missing-album.tsx';
import { defineDialog } from '#/shared/ui/define-dialog.tsx';
import { DeleteIcon } from '#/shared/ui/icons.tsx';
import { Page } from '#/shared/ui/page.tsx';
import { AlbumFacts, AlbumName, BackToAlbums, FactsSkeleton, NameSkeleton } from './album-header.tsx';
import { useAlbum } from './queries.ts';

const deleteAlbumDialog = defineDialog<{ album: Album }>(
  'delete-album',
  () => import('./delete-album-dialog.tsx'),
);

type Props = {
  albumId: string;
  /** The album's photos, or ways to add some. */
  children: (album: Album) => ReactNode;
  /** Placeholder for the photos while the album loads. */
  waiting: ReactNode;
};

/** One album: the way back, its name and facts, and its photos. */
export function AlbumPage({ albumId, children, waiting }: Props) {
  const { t } = useTranslation();
  const { album, error, retry } = useAlbum(albumId);
  return (
    <>
      <BackToAlbums />
      <Page
        title={album?.albumName ?? t('albums.title')}
        heading={album ? <AlbumName album={album} /> : error ? undefined : <NameSkeleton />}
        actions={album && <DeleteAlbum album={album} />}
        isWide
      >
        {album && <AlbumFacts album={album} />}
        {album && children(album)}
        {!album && error && <AlbumLoadFailure error={error} onRetry={retry} />}
        {!album && !error && (
          <>
            <FactsSkeleton />
            {waiting}
          </>
        )}
      </Page>
    </>
  );
}

function DeleteAlbum({ album }: { album: Album }) {
  const { t } = useTranslation();
  return (
    <Button
      variant="default"
      leftSection={<DeleteIcon size={18} />}
      onClick={() => deleteAlbumDialog.open({ album })}
    >
      {t('album.deleteTitle')}
    </Button>
  );
}
