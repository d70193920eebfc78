import { type Album, BREAKPOINTS } from '@keepsake/contracts';
import { Skeleton } from '@mantine/core';
import { Link, type LinkProps } from '@tanstack/react-router';
import { memo, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDate, useLocale } from '#/shared/format.ts';
import { AlbumIcon, PeopleIcon } from '#/shared/ui/icons.tsx';
import classes from './albums-grid.module.css';

type Props = { album: Album; link: Pick<LinkProps, 'to' | 'params'> };

/** An album in the grid: cover or icon, name, number of photos and creation date [ALB-02 to ALB-06]. */
export const AlbumTile = memo(function AlbumTile({ album, link }: Props) {
  const { t } = useTranslation();
  const locale = useLocale();
  return (
    <Link {...link} className={classes.tile}>
      <span className={classes.cover}>
        <Cover photo={album.coverPhoto} />
        {album.isShared && (
          <span className={classes.shared} title={t('albums.isShared')}>
            <PeopleIcon size={16} />
          </span>
        )}
      </span>
      <span className={classes.name}>{album.albumName}</span>
      <span className={classes.facts}>
        <span>{t('albums.photosCount', { count: album.photosCount })}</span>
        <span>{t('albums.created', { date: formatDate(album.created, locale) })}</span>
      </span>
    </Link>
  );
});

/** Display width of square covers: two per row on phones. */
const COVER_SIZES = `(width < ${BREAKPOINTS.medium}px) 60vw, 280px`;

function Cover({ photo }: { photo: Album['coverPhoto'] }) {
  const sources = photo?.thumbnails.filter(({ id }) => id <= 800).toSorted((a, b) => a.id - b.id) ?? [];
  const [smallest] = sources;
  if (!smallest) return <AlbumIcon size={40} />;
  return (
    <img
      src={smallest.url}
      srcSet={sources.map(({ url, width, id }) => `${url} ${width ?? id}w`).join(', ')}
      sizes={COVER_SIZES}
      alt=""
      loading="lazy"
      decoding="async"
    />
  );
}

/** Placeholder tiles while albums load. */
export function AlbumPlaceholders({ count }: { count: number }): ReactNode {
  return Array.from({ length: count }, (_, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: all placeholders are alike
    <li key={index}>
      <Skeleton className={classes.placeholder} />
      <Skeleton height={16} width="70%" mt={14} />
      <Skeleton height={12} width="90%" mt={10} />
    </li>
  ));
}
