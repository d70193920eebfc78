import type { Photo } from '@keepsake/contracts';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './home.module.css';
import { StripPhoto } from './strip-photo.tsx';

/** The photos that were added last, in justified rows; a row to swipe on phones. All of it leads to the timeline. */
export function LatestPhotos({ photos, addPhotos }: { photos: readonly Photo[]; addPhotos?: ReactNode }) {
  const { t } = useTranslation();
  return (
    <section aria-labelledby="latest-photos">
      <div className={classes.sectionHeader}>
        <h2 id="latest-photos" className={classes.sectionTitle}>
          {t('home.latestPhotos')}
        </h2>
        {addPhotos}
      </div>
      <Link to="/my-photos/photos" className={classes.strip} aria-label={t('home.allPhotos')}>
        {photos.map((photo) => (
          <StripPhoto key={photo.imageId} photo={photo} />
        ))}
        <span className={classes.rest} />
      </Link>
      <Link to="/my-photos/photos" className={classes.all} aria-hidden tabIndex={-1}>
        {t('home.allPhotos')}
      </Link>
    </section>
  );
}
