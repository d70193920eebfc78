import type { Album } from '@keepsake/contracts/library/albums';
import type { Days } from '@keepsake/contracts/platform/fields';
import { DAY_MS } from '@keepsake/contracts/platform/limits';
import { Skeleton, VisuallyHidden } from '@mantine/core';
import '@mantine/core/styles/VisuallyHidden.layer.css';
import type { TFunction } from 'i18next';
import { type ReactNode, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useChannel } from '#/shared/configuration.tsx';
import { capitalised, formatDate, formatDayInSentence } from '#/shared/format.ts';
import { useIsMobile } from '#/shared/layout.ts';
import { rangeInWords } from '#/shared/near-days.ts';
import { serverNow } from '#/shared/server-time.ts';
import { defineDialog } from '#/shared/ui/define-dialog.tsx';
import { drawing } from '#/shared/ui/icons.tsx';
import classes from './album-header.module.css';
import { AlbumCover } from './album-tile.tsx';

const PenIcon = drawing(
  'm5 19 .8-3.6L15.6 5.6a1.6 1.6 0 0 1 2.2 0l.6.6a1.6 1.6 0 0 1 0 2.2l-9.8 9.8zM14 7.2l2.8 2.8',
);
const renameAlbumDialog = defineDialog<{ album: Album }>(
  'rename-album',
  () => import('./rename-album-dialog.tsx'),
);

/** The album's name, a button that edits it [ALD-02, ALD-03]. */
export function AlbumName({ album }: { album: Album }) {
  const { t } = useTranslation();
  useEffect(() => renameAlbumDialog.loadWhenIdle(), []);
  return (
    <button
      type="button"
      className={classes.name}
      onClick={() => renameAlbumDialog.open({ album })}
      aria-label={t('album.rename', { name: album.albumName })}
    >
      <span className={classes.clamped}>{album.albumName}</span>
      <PenIcon size={18} />
    </button>
  );
}

/** The name of an album that cannot be renamed; on a phone a press shows all of a long one. */
export function FixedName({ name }: { name: string }) {
  const isMobile = useIsMobile();
  const [isWhole, setWhole] = useState(false);
  if (!isMobile) return name;
  return (
    <button type="button" className={classes.name} aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
      <span className={isWhole ? undefined : classes.clamped}>{name}</span>
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

/** Sides of the square cover beside the name, as in the style sheet. */
const SQUARE = { phone: '72px', desk: '80px' };

/** The cover beside the name; a box of its size while the album loads. */
export function HeaderCover({ album }: { album: Album | undefined }) {
  return (
    <span className={classes.cover}>
      {album && <AlbumCover photo={album.coverPhoto} square={SQUARE} iconSize={28} />}
    </span>
  );
}

type AlbumDetailsProps = {
  album: Album;
  /** Further details. */
  children?: ReactNode;
  /** At the end of the line: deletes the album. If there are photos, it is in their menu. */
  remove: ReactNode;
};

/** Number of photos, when they were taken, and creation date [ALD-04 to ALD-07]. */
export function AlbumDetails({ album, children, remove }: AlbumDetailsProps) {
  const { t } = useTranslation();
  const { locale, timeZone } = useChannel();
  const { photosCount, taken, created } = album;
  return (
    <div className={classes.details}>
      <span>{t('albums.photosCount', { count: photosCount })}</span>
      {taken && <span className={classes.period}>{formatPeriod(taken, locale)}</span>}
      <span>{createdText(created, { now: serverNow(), locale, timeZone, t })}</span>
      {children && <span className={classes.more}>{children}</span>}
      {photosCount === 0 && <span className={classes.remove}>{remove}</span>}
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

type Context = { now: Date; locale: string; timeZone: string; t: TFunction };

/** 'Created today' or 'Created yesterday' by the viewer's clock, or 'Created dd MMM yyyy' [ALD-05 to ALD-07]. */
export function createdText(created: string, { now, locale, timeZone, t }: Context): string {
  const days = daysBetween(new Date(created), now);
  if (days <= 0) return t('album.createdToday');
  if (days === 1) return t('album.createdYesterday');
  return t('albums.created', { date: formatDate(created, locale, timeZone) });
}

/** Number of midnights between two moments, independent of clock changes. */
function daysBetween(from: Date, to: Date): number {
  const day = (date: Date) => Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()) / DAY_MS;
  return day(to) - day(from);
}

/** When photos were taken, as short as it can be said: '12 May 2026', '12–14 May 2026', 'May – July 2026', 'May 2024 – July 2026'. */
export function formatPeriod({ from, to }: Days, locale: string): string {
  if (from === to) return formatDayInSentence(from, locale);
  const [first, last] = [new Date(`${from}T00:00Z`), new Date(`${to}T00:00Z`)];
  const isOneMonth = from.slice(0, 7) === to.slice(0, 7);
  const parts = { month: 'long', year: 'numeric', timeZone: 'UTC' } as const;
  const options = isOneMonth ? ({ day: 'numeric', ...parts } as const) : parts;
  return capitalised(rangeInWords(first, last, locale, options), locale);
}
