import type { Photo } from '@keepsake/contracts/library/photos';
import type { OverviewValue } from '@keepsake/contracts/overview';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { thumbHashToAverageRGBA } from 'thumbhash';
import { type DescribedPart, OverviewSection } from '#/features/frame/home/index.ts';
import { PhotosIcon } from '#/shared/ui/icons.tsx';
import { SizedPicture } from '#/shared/ui/sized-picture.tsx';
import classes from './latest-photos.module.css';

/** The part with a button to add photos, which a later feature has. */
export const photosPart = (addPhotos: ReactNode): DescribedPart<'photos'> => ({
  tag: 'LatestUploadedPhotos',
  failed: 'home.photosFailed',
  render: (value) => <LatestPhotos value={value} addPhotos={addPhotos} />,
});

type Props = { value: OverviewValue<'photos'>; addPhotos: ReactNode };

/** The latest photos in one row, swipeable on narrow screens. The whole row links to the timeline. */
function LatestPhotos({ value: { images, photosCount }, addPhotos }: Props) {
  const { t } = useTranslation();
  return (
    <OverviewSection
      title={t('home.latestPhotos')}
      note={t('home.photosCount', { count: photosCount })}
      more={{ to: '/my-photos/photos', label: t('home.allPhotos') }}
      action={addPhotos}
    >
      <Link
        to="/my-photos/photos"
        className={classes.strip}
        data-few={images.length < FILLS_A_ROW || undefined}
        aria-label={t('home.allPhotos')}
      >
        {images.map((photo) => (
          <StripPhoto key={photo.imageId} photo={photo} />
        ))}
      </Link>
    </OverviewSection>
  );
}

/** Number of photos that fills a row of the widest page, whatever their aspect ratios. */
const FILLS_A_ROW = 9;
/** Aspect ratio of a photo whose size is not known yet. */
const DEFAULT_RATIO = 4 / 3;
/** Panoramas and tall photos are cropped to these ratios here; the timeline shows them whole. */
const [MIN_RATIO, MAX_RATIO] = [0.6, 2];

/** Height of the row, here and in the style sheet, in pixels. */
const [ROW, PHONE_ROW] = [168, 132];

/** One photo of the strip, in its average colour until the image loads. */
function StripPhoto({ photo }: { photo: Photo }) {
  const ratio = ratioOf(photo);
  const widthIn = (row: number) => `${Math.round(row * ratio)}px`;
  const style = { '--ratio': ratio, backgroundColor: colorOf(photo.thumbhash) };
  return (
    <span className={classes.photo} style={style}>
      <SizedPicture
        thumbnails={photo.thumbnails}
        widths={{ phone: widthIn(PHONE_ROW), desk: widthIn(ROW) }}
        fallback={
          <span className={classes.waiting}>
            <PhotosIcon size={24} />
          </span>
        }
      />
    </span>
  );
}

/** The aspect ratio of a photo here, cropped to the limits. */
export function ratioOf({ visibleWidth, visibleHeight }: Photo): number {
  const ratio = visibleWidth && visibleHeight ? visibleWidth / visibleHeight : DEFAULT_RATIO;
  return Math.min(Math.max(ratio, MIN_RATIO), MAX_RATIO);
}

/** The average colour of a photo, to stand in its place until it loads. */
export function colorOf(thumbhash: string | undefined): string | undefined {
  if (!thumbhash) return undefined;
  const bytes = Uint8Array.from(atob(thumbhash), (character) => character.charCodeAt(0));
  const { r, g, b } = thumbHashToAverageRGBA(bytes);
  return `rgb(${[r, g, b].map((part) => Math.round(part * 255)).join(' ')})`;
}
