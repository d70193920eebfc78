import { type Album, deleteAlbum } from '@keepsake/contracts/library/albums';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '#/shared/api/call.ts';
import { Page } from '#/shared/ui/page.tsx';
import { usePageBehind } from '#/shared/ui/way-back.ts';
import { AlbumDetails, AlbumName, DetailsSkeleton, HeaderCover, NameSkeleton } from './album-header.tsx';
import { AlbumLoadFailure, BackToAlbums, DeleteAlbumButton, useAlbumTitle } from './album-pages.tsx';
import { useAlbum } from './queries.ts';

type Props = {
  albumId: string;
  /** The album's photos, or ways to add some. */
  children: (album: Album) => ReactNode;
  /** Placeholder for the photos while the album loads. */
  waiting: ReactNode;
};

/** One album: back link, name, details and photos. */
export function AlbumPage({ albumId, children, waiting }: Props) {
  usePageBehind();
  const { album, error, retry } = useAlbum(albumId);
  const title = useAlbumTitle(album, error);
  return (
    <>
      <BackToAlbums />
      <Page
        title={title}
        heading={album ? <AlbumName album={album} /> : error ? undefined : <NameSkeleton />}
        cover={!error && <HeaderCover album={album} />}
        actions={
          album ? (
            <AlbumDetails album={album} remove={<DeleteAlbum album={album} />} />
          ) : (
            !error && <DetailsSkeleton />
          )
        }
        isWide
      >
        {album && children(album)}
        {!album && error && <AlbumLoadFailure error={error} onRetry={retry} />}
        {!album && !error && waiting}
      </Page>
    </>
  );
}

/** Deletes the album, once confirmed. */
export function DeleteAlbum({ album }: { album: Album }) {
  const { t } = useTranslation();
  const { albumId, albumName: name } = album;
  return (
    <DeleteAlbumButton
      album={album}
      tag="Albums"
      text={t('album.deleteText', { name })}
      action="DELETE_ALBUM"
      send={() => call(deleteAlbum, { params: { albumId } })}
    />
  );
}
