import { useQuery } from '@tanstack/react-query';
import { Link, type LinkProps } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useFlag } from '#/shared/flags.tsx';
import { formatNumber, useLocale } from '#/shared/format.ts';
import { useIsMobile } from '#/shared/layout.ts';
import { lazyPart } from '#/shared/lazy-part.tsx';
import { countsQuery } from '#/shared/library-queries.ts';
import { Page } from '#/shared/ui/page.tsx';
import { UploadButton } from '#/shared/uploads/upload-button.tsx';
import classes from './photos-page.module.css';
import { sharedCountsQuery } from './queries.ts';

const QuotaNotice = lazyPart(() => import('#/shared/quota-notice.tsx'));

type Props = {
  /** Opens the import [HDR-05]; null when photos cannot be added now. */
  onAddPhotos: (() => void) | null;
  /** Actions with the whole library, shown unless it is empty. */
  tools?: ReactNode;
  /** Before 'Add photos'; on phones, which have no room there, above the title [HDR-03]. */
  storage?: ReactNode;
  children: ReactNode;
};

/** Frame of the photo section: Back to home on phones, title, 'Add photos' and tabs with counts. */
export function PhotosPage({ onAddPhotos, tools, storage, children }: Props) {
  const { t } = useTranslation();
  const { data: counts } = useQuery(countsQuery);
  const { data: sharedCounts } = useQuery(sharedCountsQuery);
  const hasSharedAlbums = useFlag('PhotoManagementSharedAlbumsViewEnabled');
  const albumsCount = hasSharedAlbums
    ? sum(counts?.albumsCount, sharedCounts?.readAlbumsCount)
    : counts?.albumsCount;
  const isMobile = useIsMobile();

  return (
    <>
      {isMobile && (
        <div className={classes.top}>
          <BackToHome />
          {storage}
        </div>
      )}
      <Page
        title={t('library.title')}
        actions={
          <div className={classes.actions}>
            {!isMobile && storage}
            {onAddPhotos && <AddPhotosButton onPress={onAddPhotos} />}
          </div>
        }
        isWide
      >
        <div className={classes.bar}>
          <nav className={classes.tabs} aria-label={t('library.title')}>
            <CountedTab to="/my-photos/photos" label={t('library.tabPhotos')} count={counts?.photosCount} />
            <CountedTab to="/my-photos/albums" label={t('library.tabAlbums')} count={albumsCount} />
          </nav>
          {counts && counts.photosCount > 0 && tools}
        </div>
        {counts?.quota && <QuotaNotice photosCount={counts.photosCount} quota={counts.quota} />}
        {children}
      </Page>
    </>
  );
}

/** Undefined as long as either is. */
function sum(own: number | undefined, shared: number | undefined): number | undefined {
  return own === undefined || shared === undefined ? undefined : own + shared;
}

function BackToHome() {
  const { t } = useTranslation();
  return (
    <Link to="/" className={classes.back}>
      <svg viewBox="0 0 24 24" aria-hidden="true">
        <path d="m14.5 6-6 6 6 6" />
      </svg>
      {t('library.backToHome')}
    </Link>
  );
}

type CountedTabProps = { to: LinkProps['to']; label: string; count: number | undefined };

/** A tab with the number of its items, or a dash until that is known [HDR-10]. */
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
