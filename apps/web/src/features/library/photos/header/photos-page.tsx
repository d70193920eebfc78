import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useFlag } from '#/shared/flags.tsx';
import { useIsMobile } from '#/shared/layout.ts';
import { Page } from '#/shared/ui/page.tsx';
import { AddPhotosButton } from './add-photos-button.tsx';
import { CountedTab } from './counted-tab.tsx';
import { countsQuery, sharedCountsQuery } from './counts-queries.ts';
import classes from './photos-page.module.css';

type Props = {
  /** Opens the import [HDR-05]; null when photos cannot be added now. */
  onAddPhotos: (() => void) | null;
  /** What can be done with the whole library, as soon as something is in it. */
  tools?: ReactNode;
  /** Before 'Add photos'; on phones, where it would leave that no room, above the title [HDR-03]. */
  storage?: ReactNode;
  children: ReactNode;
};

/** Frame of the photo section: back to home on phones, title, 'Add photos' and the tabs with their counts. */
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
        {children}
      </Page>
    </>
  );
}

/** Unknown as long as one of them is. */
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
