import type { Photo } from '@keepsake/contracts';
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { PhotoAction } from '#/shared/extension-points.ts';
import { useFlag } from '#/shared/flags.tsx';
import { SortControl } from '../sort/sort-control.tsx';
import { createAlbumSource } from '../sources/album-source.ts';
import { type AlbumVersion, albumPhotosSort, albumSections, albumViewOf } from '../sources/album-view.ts';
import { PhotoView } from '../view/photo-view.tsx';

type Props = {
  album: AlbumVersion;
  actions: readonly PhotoAction[];
  /** The one of them that is offered for the whole album, too. */
  wholeAction?: PhotoAction | null;
  /** Beside the sort. */
  controls?: ReactNode;
};

/** The photos of one of the customer's albums [ALD-10 to ALD-13]. */
export function AlbumPhotos({ album, actions, wholeAction, controls }: Props) {
  const { t } = useTranslation();
  const { albumId } = album;
  const sort = albumPhotosSort.use();
  const hasPreview = useFlag('PhotoManagementAlbumViewEnabled');
  const source = useMemo(() => createAlbumSource(albumId, sort), [albumId, sort]);
  const sections = useMemo(() => albumSections(album), [album]);
  const previewOf = ({ imageId }: Photo) => `/my-photos/albums/${albumId}/preview/${imageId}`;
  return (
    <PhotoView
      photos={{ view: albumViewOf(albumId), source, sections, albumId }}
      titleOf={untitled}
      actions={actions}
      wholeAction={wholeAction}
      hrefOf={hasPreview ? previewOf : undefined}
      controls={
        <>
          {controls}
          <SortControl sort={sort} onChange={albumPhotosSort.set} />
        </>
      }
      failureMessage={t('album.photosFailed')}
    />
  );
}

/** The photos of an album stand under no heading of their own. */
const untitled = () => null;
