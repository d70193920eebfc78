import type { Photo } from '@keepsake/contracts/library/photos';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { DensityChoices, ViewSkeleton } from '#/features/library/photo-grid/index.ts';
import { type PhotoAction, PhotoView, SelectionBar } from '#/features/library/photo-view/index.ts';
import { useFlag } from '#/shared/flags.tsx';
import { useHasRoomForActions } from '#/shared/layout.ts';
import classes from './album-photos.module.css';
import { AlbumSortChoices, AlbumSortControl, useAlbumSorting } from './album-sort.tsx';
import {
  type AlbumVersion,
  albumSections,
  albumViewOf,
  createAlbumSource,
  createSharedAlbumSource,
  sharedAlbumPhotosSort,
  sharedAlbumViewOf,
  sharedOwnerOf,
  useArrangement,
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
  const shown = useArrangement(album);
  const hasPreview = useFlag('PhotoManagementAlbumViewEnabled');
  const source = useMemo(() => createAlbumSource(albumId, shown), [albumId, shown]);
  const sections = useMemo(() => albumSections(album), [album]);
  const sort = useAlbumSorting(album);
  const sorting = { control: <AlbumSortControl {...sort} />, choices: <AlbumSortChoices {...sort} /> };
  const previewOf = ({ imageId }: Photo) => `/my-photos/albums/${albumId}/preview/${imageId}`;
  return (
    <PhotoView
      photos={{ view: albumViewOf(albumId), source, sections, scope: `album ${albumId}` }}
      titleOf={untitled}
      drawBar={(selected) => <SelectionBar {...selected} actions={actions} />}
      wholeAction={wholeAction}
      hrefOf={hasPreview ? previewOf : undefined}
      {...useControls({ sorting, controls, menu })}
      failureMessage={t('album.photosFailed')}
    />
  );
}

type Controls = Pick<Props, 'controls' | 'menu'> & {
  /** Chooses the order, in a row of controls and in a menu. */
  sorting: { control: ReactNode; choices: ReactNode };
};

/** Beside Select: the sort, or without room for it in the menu, which also holds the density. */
function useControls({ sorting, controls, menu }: Controls): Pick<Props, 'controls' | 'menu'> {
  const hasRoom = useHasRoomForActions();
  const row = (
    <>
      {hasRoom && sorting.control}
      {controls}
    </>
  );
  const choices = (
    <>
      <DensityChoices />
      {!hasRoom && sorting.choices}
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
  const shown = { sort, onChange: sharedAlbumPhotosSort.set };
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
      {...useControls({
        sorting: { control: <SortControl {...shown} />, choices: <SortChoices {...shown} /> },
        menu,
      })}
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
