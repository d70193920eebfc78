import type { Photo } from '@keepsake/contracts';
import { Skeleton } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { thumbHashToAverageRGBA } from 'thumbhash';
import { PhotosIcon } from '#/shared/ui/icons.tsx';
import classes from './home-page.module.css';

/** The latest photos in justified rows, or one row to swipe where the menu stands below. All of it links to the timeline. */
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

/** Typical aspect ratios, so that the layout hardly changes when the photos load. */
const RATIOS = [1.5, 0.75, 1.33, 1.5, 1.33, 0.75, 1.5, 1.33];

export function LatestPhotosSkeleton() {
  const { t } = useTranslation();
  return (
    <section aria-busy="true" aria-label={t('home.latestPhotos')}>
      <div className={classes.sectionHeader}>
        <Skeleton height={24} width={160} />
      </div>
      <div className={classes.strip}>
        {RATIOS.map((ratio, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes
          <span key={at} className={classes.photo} style={{ '--ratio': ratio }}>
            <Skeleton height="100%" radius={0} />
          </span>
        ))}
        <span className={classes.rest} />
      </div>
      <span className={classes.all}>&nbsp;</span>
    </section>
  );
}

/** Aspect ratio of a photo whose size is not known yet. */
const DEFAULT_RATIO = 4 / 3;
/** Panoramas and tall photos are cropped to these ratios here; the timeline shows them whole. */
const [MIN_RATIO, MAX_RATIO] = [0.6, 2];

/** One photo of the strip, in its average colour until the image loads. */
function StripPhoto({ photo }: { photo: Photo }) {
  const style = { '--ratio': ratioOf(photo), backgroundColor: colorOf(photo.thumbhash) };
  const sources = photo.thumbnails.filter(({ id }) => id <= 800).toSorted((a, b) => a.id - b.id);
  return (
    <span className={classes.photo} style={style}>
      {sources[0] ? (
        <img
          src={sources[0].url}
          srcSet={sources.map(({ url, width, id }) => `${url} ${width ?? id}w`).join(', ')}
          sizes="240px"
          alt=""
          decoding="async"
        />
      ) : (
        <span className={classes.waiting}>
          <PhotosIcon size={24} />
        </span>
      )}
    </span>
  );
}

function ratioOf({ visibleWidth, visibleHeight }: Photo): number {
  const ratio = visibleWidth && visibleHeight ? visibleWidth / visibleHeight : DEFAULT_RATIO;
  return Math.min(Math.max(ratio, MIN_RATIO), MAX_RATIO);
}

function colorOf(thumbhash: string | undefined): string | undefined {
  if (!thumbhash) return undefined;
  const bytes = Uint8Array.from(atob(thumbhash), (character) => character.charCodeAt(0));
  const { r, g, b } = thumbHashToAverageRGBA(bytes);
  return `rgb(${[r, g, b].map((part) => Math.round(part * 255)).join(' ')})`;
}
