import type { Photo } from '@keepsake/contracts/library/photos';
import type { Sort } from '@keepsake/contracts/platform/start-of-page';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { DensityChoices, ViewSkeleton } from '#/features/library/photo-grid/index.ts';
import { type PhotoAction, PhotoView, SelectionBar } from '#/features/library/photo-view/index.ts';
import { useFlag } from '#/shared/flags.tsx';
import { useHasRoomForActions } from '#/shared/layout.ts';
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
import { SortChoices } from './sort-choices.tsx';
import { SortControl } from './sort-control.tsx';

type Props = {
  album: AlbumVersion;
  actions: readonly PhotoAction[];
  /** One of the actions, also offered for the whole album. */
  wholeAction?: PhotoAction | null;
  /** After the sort. */
  controls?: ReactNode;
  /** At the end of the menu for what else can be done. */
  menu?: ReactNode;
};

/** The photos of one of the customer's albums, with one row of controls on phones [ALD-10 to ALD-13]. */
export function AlbumPhotos({ album, actions, wholeAction, controls, menu }: Props) {
  const { t } = useTranslation();
  const { albumId } = album;
  const sort = albumPhotosSort.use();
  const hasPreview = useFlag('PhotoManagementAlbumViewEnabled');
  const source = useMemo(() => createAlbumSource(albumId, sort), [albumId, sort]);
  const sections = useMemo(() => albumSections(album), [album]);
  const previewOf = ({ imageId }: Photo) => `/my-photos/albums/${albumId}/preview/${imageId}`;
  return (
    <PhotoView
      photos={{ view: albumViewOf(albumId), source, sections, scope: `album ${albumId}` }}
      titleOf={untitled}
      drawBar={(selected) => <SelectionBar {...selected} actions={actions} />}
      wholeAction={wholeAction}
      hrefOf={hasPreview ? previewOf : undefined}
      {...useControls({ sort, onSort: albumPhotosSort.set, controls, menu })}
      failureMessage={t('album.photosFailed')}
    />
  );
}

type Controls = Pick<Props, 'controls' | 'menu'> & { sort: Sort; onSort: (sort: Sort) => void };

/** Beside Select: the sort, or without room for it in the menu, which also holds the density. */
function useControls({ sort, onSort, controls, menu }: Controls): Pick<Props, 'controls' | 'menu'> {
  const hasRoom = useHasRoomForActions();
  const row = (
    <>
      {hasRoom && <SortControl sort={sort} onChange={onSort} />}
      {controls}
    </>
  );
  const choices = (
    <>
      <DensityChoices />
      {!hasRoom && <SortChoices sort={sort} onChange={onSort} />}
      {menu}
    </>
  );
  return { controls: row, menu: choices };
}

type SharedProps = Pick<Props, 'album' | 'actions' | 'menu'>;

/** The photos of a shared album, which can have several owners [SHA-06, SHA-12]. */
export function SharedAlbumPhotos({ album, actions, menu }: SharedProps) {
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
      drawBar={(selected) => <SelectionBar {...selected} actions={actions} />}
      hrefOf={({ imageId }: Photo) => `/my-photos/shared-albums/${albumId}/preview/${imageId}`}
      {...useControls({ sort, onSort: sharedAlbumPhotosSort.set, menu })}
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
