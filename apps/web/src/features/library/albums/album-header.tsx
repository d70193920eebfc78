import type { Album } from '@keepsake/contracts/library/albums';
import { DAY_MS } from '@keepsake/contracts/platform/limits';
import { Skeleton, VisuallyHidden } from '@mantine/core';
import '@mantine/core/styles/VisuallyHidden.layer.css';
import type { TFunction } from 'i18next';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDate, useLocale } from '#/shared/format.ts';
import { serverNow } from '#/shared/server-time.ts';
import { defineDialog } from '#/shared/ui/define-dialog.tsx';
import { EditIcon } from '#/shared/ui/icons.tsx';
import classes from './album-header.module.css';

const renameAlbumDialog = defineDialog<{ album: Album }>(
  'rename-album',
  () => import('./rename-album-dialog.tsx'),
);

/** The album's name, a button that edits it [ALD-02, ALD-03]. */
export function AlbumName({ album }: { album: Album }) {
  const { t } = useTranslation();
  return (
    <button
      type="button"
      className={classes.name}
      onClick={() => renameAlbumDialog.open({ album })}
      aria-label={t('album.rename', { name: album.albumName })}
    >
      {album.albumName}
      <EditIcon size={18} />
    </button>
  );
}

/** Placeholder for the name; screen readers announce the page's title. */
export function NameSkeleton() {
  const { t } = useTranslation();
  return (
    <span className={classes.nameSkeleton}>
      <VisuallyHidden>{t('albums.title')}</VisuallyHidden>
      <Skeleton component="span" display="block" w={220} h={28} />
    </span>
  );
}

type AlbumDetailsProps = {
  album: Album;
  /** At the end of the line: actions for the album itself. */
  children?: ReactNode;
};

/** Number of photos and creation date [ALD-04 to ALD-07]. */
export function AlbumDetails({ album, children }: AlbumDetailsProps) {
  const { t } = useTranslation();
  const locale = useLocale();
  return (
    <div className={classes.details}>
      <span>{t('albums.photosCount', { count: album.photosCount })}</span>
      <span>{createdText(album.created, { now: serverNow(), locale, t })}</span>
      {children}
    </div>
  );
}

/** Placeholder for the details. */
export function DetailsSkeleton() {
  return (
    <div className={classes.details}>
      <Skeleton w={180} h={16} />
    </div>
  );
}

type Context = { now: Date; locale: string; t: TFunction };

/** 'Created today', 'Created yesterday' or 'Created dd MMM yyyy', in the viewer's time zone [ALD-05 to ALD-07]. */
export function createdText(created: string, { now, locale, t }: Context): string {
  const days = daysBetween(new Date(created), now);
  if (days <= 0) return t('album.createdToday');
  if (days === 1) return t('album.createdYesterday');
  return t('albums.created', { date: formatDate(created, locale) });
}

/** Number of midnights between two moments, independent of clock changes. */
function daysBetween(from: Date, to: Date): number {
  const day = (date: Date) => Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()) / DAY_MS;
  return day(to) - day(from);
}
