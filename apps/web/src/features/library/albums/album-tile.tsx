import type { Album } from '@keepsake/contracts/library/albums';
import { Skeleton } from '@mantine/core';
import { Link, type LinkProps } from '@tanstack/react-router';
import { memo, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useChannel } from '#/shared/configuration.tsx';
import { formatDate } from '#/shared/format.ts';
import { drawing } from '#/shared/ui/icons.tsx';
import { SizedPicture } from '#/shared/ui/sized-picture.tsx';
import classes from './albums-grid.module.css';

export const AlbumIcon = drawing(
  'M6.5 4.5h11M5 7.5h14M5 10.5h14a1.5 1.5 0 0 1 1.5 1.5v6.5a1.5 1.5 0 0 1-1.5 1.5h-14a1.5 1.5 0 0 1-1.5-1.5V12a1.5 1.5 0 0 1 1.5-1.5z',
);
export const RemoveFromAlbumIcon = drawing(
  'M7.5 4h11a1.5 1.5 0 0 1 1.5 1.5v11M5.5 7.5h9.5a1.5 1.5 0 0 1 1.5 1.5v9.5a1.5 1.5 0 0 1-1.5 1.5h-9.5a1.5 1.5 0 0 1-1.5-1.5V9a1.5 1.5 0 0 1 1.5-1.5zM7.2 13.8h6',
);
export const PeopleIcon = drawing(
  'M9 5.8a3.2 3.2 0 1 1 0 6.4 3.2 3.2 0 0 1 0-6.4zM3.5 19c.8-3 2.9-4.5 5.5-4.5s4.7 1.5 5.5 4.5M15.5 6a3 3 0 0 1 0 6m1.6 2.9c1.8.5 3 1.8 3.6 4.1',
);

type Props = { album: Album; link: Pick<LinkProps, 'to' | 'params'> };

type TilesProps = {
  /** Undefined while they load. */
  albums: readonly Album[] | undefined;
  placeholders: number;
  linkOf: (album: Album) => Props['link'];
  label?: string;
  /** A tile before theirs. */
  first?: ReactNode;
};

/** Albums in a grid. */
export function AlbumTiles({ albums, placeholders, linkOf, label, first }: TilesProps) {
  return (
    <ul className={classes.grid} aria-label={label} aria-busy={!albums}>
      {first}
      {!albums && <AlbumPlaceholders count={placeholders} />}
      {albums?.map((album) => (
        <li key={album.albumId}>
          <AlbumTile album={album} link={linkOf(album)} />
        </li>
      ))}
    </ul>
  );
}

/** An album in the grid: cover or icon, name, number of photos and creation date [ALB-02 to ALB-06]. */
const AlbumTile = memo(function AlbumTile({ album, link }: Props) {
  const { t } = useTranslation();
  const { locale, timeZone } = useChannel();
  return (
    <Link {...link} className={classes.tile}>
      <span className={classes.cover}>
        <AlbumCover photo={album.coverPhoto} square={SQUARE} iconSize={40} />
        {album.isShared && (
          <span className={classes.shared} title={t('albums.isShared')}>
            <PeopleIcon size={16} />
          </span>
        )}
      </span>
      <span className={classes.name}>{album.albumName}</span>
      <span className={classes.details}>
        <span>{t('albums.photosCount', { count: album.photosCount })}</span>
        <span>{t('albums.created', { date: formatDate(album.created, locale, timeZone) })}</span>
      </span>
    </Link>
  );
});

/** Two per row on phones; on desktops it is seldom larger than this. */
const SQUARE = { phone: '(50vw - 22px)', desk: '240px' };

type CoverProps = {
  photo: Album['coverPhoto'];
  /** Sides of the square that it fills, as CSS lengths. */
  square: { phone: string; desk: string };
  /** Of the icon shown instead, in pixels. */
  iconSize: number;
};

/** The cover of an album, or an icon [ALB-02, ALB-03]. */
export function AlbumCover({ photo, square, iconSize }: CoverProps) {
  // A picture fills the square by its shorter side.
  const times = Math.max(ratioOf(photo), 1).toFixed(2);
  const widthOf = (side: string) => `calc(${side} * ${times})`;
  return (
    <SizedPicture
      thumbnails={photo?.thumbnails ?? []}
      widths={{ phone: widthOf(square.phone), desk: widthOf(square.desk) }}
      fallback={<AlbumIcon size={iconSize} />}
    />
  );
}

/** Width by height; 4 by 3 until it is known. */
function ratioOf(photo: Album['coverPhoto']): number {
  const { visibleWidth, visibleHeight } = photo ?? {};
  return visibleWidth && visibleHeight ? visibleWidth / visibleHeight : 4 / 3;
}

/** Placeholder tiles while albums load. */
function AlbumPlaceholders({ count }: { count: number }): ReactNode {
  return Array.from({ length: count }, (_, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: all placeholders are alike
    <li key={index}>
      <Skeleton className={classes.placeholder} />
      <Skeleton height={16} width="70%" mt={14} />
      <Skeleton height={12} width="90%" mt={10} />
    </li>
  ));
}
