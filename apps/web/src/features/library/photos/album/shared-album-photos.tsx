import type { Photo } from '@keepsake/contracts';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { PhotoAction } from '#/shared/extension-points.ts';
import { SortControl } from '../sort/sort-control.tsx';
import {
  type AlbumVersion,
  albumSections,
  sharedAlbumPhotosSort,
  sharedAlbumViewOf,
} from '../sources/album-view.ts';
import { createSharedAlbumSource } from '../sources/shared-album-source.ts';
import { sharedOwnerOf } from '../sources/shared-owners.ts';
import { PhotoView } from '../view/photo-view.tsx';

type Props = { album: AlbumVersion; actions: readonly PhotoAction[] };

/** The photos of an album that is shared, of several customers [SHA-06, SHA-12]. */
export function SharedAlbumPhotos({ album, actions }: Props) {
  const { t } = useTranslation();
  const { albumId } = album;
  const sort = sharedAlbumPhotosSort.use();
  const source = useMemo(() => createSharedAlbumSource(albumId, sort), [albumId, sort]);
  const sections = useMemo(() => albumSections(album), [album]);
  return (
    <PhotoView
      photos={{
        view: sharedAlbumViewOf(albumId),
        source,
        sections,
        sharedAlbumId: albumId,
        ownerOf: (photoId) => sharedOwnerOf(albumId, photoId),
      }}
      titleOf={untitled}
      actions={actions}
      hrefOf={({ imageId }: Photo) => `/my-photos/shared-albums/${albumId}/preview/${imageId}`}
      controls={<SortControl sort={sort} onChange={sharedAlbumPhotosSort.set} />}
      failureMessage={t('album.photosFailed')}
    />
  );
}

const untitled = () => null;
