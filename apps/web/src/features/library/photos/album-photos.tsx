import type { Photo } from '@keepsake/contracts/library/photos';
import { BREAKPOINTS } from '@keepsake/contracts/platform/limits';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { DensityChoices, DensityControl, ViewSkeleton } from '#/features/library/photo-grid/index.ts';
import { type PhotoAction, PhotoView } from '#/features/library/photo-view/index.ts';
import { useFlag } from '#/shared/flags.tsx';
import { useMedia } from '#/shared/layout.ts';
import classes from './album-photos.module.css';
import {
  type AlbumVersion,
  albumPhotosSort,
  albumSections,
  albumViewOf,
  createAlbumSource,
  createSharedAlbumSource,
  sharedAlbumPhotosSort,
  sharedAlbumViewOf,
  sharedOwnerOf,
} from './album-source.ts';
import { SortChoices, SortControl } from './sort-control.tsx';

type Props = {
  album: AlbumVersion;
  actions: readonly PhotoAction[];
  /** One of the actions, also offered for the whole album. */
  wholeAction?: PhotoAction | null;
  /** After the sort. */
  controls?: ReactNode;
};

/** The photos of one of the customer's albums, with one row of controls on phones [ALD-10 to ALD-13]. */
export function AlbumPhotos({ album, actions, wholeAction, controls }: Props) {
  const { t } = useTranslation();
  const { albumId } = album;
  const sort = albumPhotosSort.use();
  const hasPreview = useFlag('PhotoManagementAlbumViewEnabled');
  const isPhone = !useMedia(`(min-width: ${BREAKPOINTS.medium}px)`);
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
      menu={
        isPhone && (
          <>
            <DensityChoices />
            <SortChoices sort={sort} onChange={albumPhotosSort.set} />
          </>
        )
      }
      controls={
        <>
          {!isPhone && (
            <>
              <DensityControl />
              <SortControl sort={sort} onChange={albumPhotosSort.set} />
            </>
          )}
          {controls}
        </>
      }
      failureMessage={t('album.photosFailed')}
    />
  );
}

type SharedProps = { album: AlbumVersion; actions: readonly PhotoAction[] };

/** The photos of a shared album, which can have several owners [SHA-06, SHA-12]. */
export function SharedAlbumPhotos({ album, actions }: SharedProps) {
  const { t } = useTranslation();
  const { albumId } = album;
  const sort = sharedAlbumPhotosSort.use();
  const client = useQueryClient();
  const source = useMemo(() => createSharedAlbumSource(albumId, sort, client), [albumId, sort, client]);
  const sections = useMemo(() => albumSections(album), [album]);
  return (
    <PhotoView
      photos={{
        view: sharedAlbumViewOf(albumId),
        source,
        sections,
        sharedAlbumId: albumId,
        ownerOf: (photoId) => sharedOwnerOf(client, { albumId, photoId }),
      }}
      titleOf={untitled}
      actions={actions}
      hrefOf={({ imageId }: Photo) => `/my-photos/shared-albums/${albumId}/preview/${imageId}`}
      controls={
        <>
          <DensityControl />
          <SortControl sort={sort} onChange={sharedAlbumPhotosSort.set} />
        </>
      }
      failureMessage={t('album.photosFailed')}
    />
  );
}

/** Albums have one section, without a heading. */
const untitled = () => null;

/** Placeholders for an album's controls and photos while it is loading. */
export function AlbumSkeleton() {
  return (
    <>
      <div className={classes.header}>
        <div className={classes.button} />
        <div className={classes.sort} />
      </div>
      <ViewSkeleton isTitled={false} />
    </>
  );
}
