import { useQuery } from '@tanstack/react-query';
import { Link, type LinkProps } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { countsQuery, QuotaNotice } from '#/features/library/state/index.ts';
import { UploadButton } from '#/features/library/uploads/index.ts';
import { useFlag } from '#/shared/flags.tsx';
import { formatNumber, useLocale } from '#/shared/format.ts';
import { useHasRoomForActions, useIsMobile } from '#/shared/layout.ts';
import { lazyPart } from '#/shared/lazy-part.tsx';
import { BackIcon } from '#/shared/ui/icons.tsx';
import { Page } from '#/shared/ui/page.tsx';
import classes from './photos-page.module.css';
import { sharedCountsQuery } from './queries.ts';

const MoreMenu = lazyPart(() => import('#/shared/ui/more-menu.tsx'));

type Props = {
  /** Opens the import [HDR-05]; null when photos cannot be added now. */
  onAddPhotos: (() => void) | null;
  /** Actions for the whole library, hidden while it is empty. */
  tools?: ReactNode;
  /** The first of the tools, shown even for an empty library [HDR-03]. */
  storage?: ReactNode;
  children: ReactNode;
};

/**
 * Frame of the photo section: back link on phones, title, tabs with counts, labelled tools and 'Add photos'. A menu contains
 * what does not fit into a row.
 */
export function PhotosPage({ onAddPhotos, tools, storage, children }: Props) {
  const { t } = useTranslation();
  const { data: counts, failureCount } = useQuery(countsQuery);
  // Until it is known whether there are photos, the tools' space is reserved.
  const isWaiting = !counts && failureCount === 0;
  const isMobile = useIsMobile();
  const hasRoom = useHasRoomForActions();
  const allTools = (
    <>
      {storage}
      {(isWaiting ? hasRoom : counts && counts.photosCount > 0) && tools}
    </>
  );
  const add = onAddPhotos && <AddPhotosButton onPress={onAddPhotos} />;

  return (
    <Page
      title={t('library.title')}
      back={isMobile && <BackToHome />}
      actions={hasRoom ? <Actions isWaiting={isWaiting} tools={allTools} add={add} /> : add}
      isWide
    >
      {!hasRoom && (
        <div className={classes.bar}>
          <Tabs />
          <MoreMenu>{allTools}</MoreMenu>
        </div>
      )}
      {children}
    </Page>
  );
}

type ActionsProps = { isWaiting: boolean; tools: ReactNode; add: ReactNode };

/** All in one row, where there is room. */
function Actions({ isWaiting, tools, add }: ActionsProps) {
  return (
    <div className={classes.actions}>
      <Tabs />
      <div className={classes.tools} data-waiting={isWaiting || undefined}>
        {tools}
      </div>
      {add}
    </div>
  );
}

function Tabs() {
  const { t } = useTranslation();
  const { data: counts } = useQuery(countsQuery);
  const { data: sharedCounts } = useQuery(sharedCountsQuery);
  const hasSharedAlbums = useFlag('PhotoManagementSharedAlbumsViewEnabled');
  const albumsCount = hasSharedAlbums
    ? sum(counts?.albumsCount, sharedCounts?.readAlbumsCount)
    : counts?.albumsCount;
  return (
    <nav className={classes.tabs} aria-label={t('library.title')}>
      <CountedTab to="/my-photos/photos" label={t('library.tabPhotos')} count={counts?.photosCount} />
      <CountedTab to="/my-photos/albums" label={t('library.tabAlbums')} count={albumsCount} />
    </nav>
  );
}

/** How full the library is; renders nothing below the warning threshold. */
export function LibraryQuota() {
  const { data: counts } = useQuery(countsQuery);
  return counts?.quota && <QuotaNotice photosCount={counts.photosCount} quota={counts.quota} />;
}

/** The sum, undefined while either part is. */
function sum(own: number | undefined, shared: number | undefined): number | undefined {
  return own === undefined || shared === undefined ? undefined : own + shared;
}

function BackToHome() {
  const { t } = useTranslation();
  return (
    <Link to="/" className={classes.back} aria-label={t('errors.toHome')}>
      <BackIcon size={22} />
    </Link>
  );
}

type CountedTabProps = { to: LinkProps['to']; label: string; count: number | undefined };

/** A tab with the number of its items, or a dash until it is known [HDR-10]. */
function CountedTab({ to, label, count }: CountedTabProps) {
  const locale = useLocale();
  return (
    <Link to={to} className={classes.tab} activeProps={{ 'aria-current': 'page' }}>
      {label} <span className={classes.count}>{count === undefined ? '–' : formatNumber(count, locale)}</span>
    </Link>
  );
}

/** Opens the import; absent unless uploading is on [HDR-04]. */
export function AddPhotosButton({ onPress }: { onPress: () => void }) {
  const { t } = useTranslation();
  const canUpload = useFlag('PhotoManagementUploadViewEnabled');
  return canUpload && <UploadButton onPress={onPress}>{t('library.addPhotos')}</UploadButton>;
}
