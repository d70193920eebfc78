import type { Photo } from '@keepsake/contracts/library/photos';
import type { OverviewValue } from '@keepsake/contracts/overview';
import { Link } from '@tanstack/react-router';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { DescribedPart } from '#/features/frame/home/index.ts';
import { formatDayInSentence, useLocale } from '#/shared/format.ts';
import { PhotosIcon } from '#/shared/ui/icons.tsx';
import { SizedPicture } from '#/shared/ui/sized-picture.tsx';
import { colorOf, ratioOf } from './latest-photos.tsx';
import classes from './on-this-day.module.css';

export const onThisDayPart: DescribedPart<'onThisDay'> = {
  tag: 'LatestUploadedPhotos',
  failed: 'home.onThisDayFailed',
  isContentless: true,
  yieldsTo: 'storage',
  render: (value) => <OnThisDay value={value} />,
};

/** Photos taken on this day of an earlier year, as a few prints on a table. All of it leads to them on the timeline. */
function OnThisDay({ value }: { value: OverviewValue<'onThisDay'> }) {
  const { day, yearsAgo, images, photosCount } = value;
  const { t } = useTranslation();
  const locale = useLocale();
  const id = useId();
  if (images.length === 0) return null;
  return (
    <section aria-labelledby={id} className={classes.panel}>
      <div className={classes.prints} aria-hidden="true">
        {images.map((photo) => (
          <Print key={photo.imageId} photo={photo} />
        ))}
      </div>
      <div className={classes.text}>
        <h2 id={id} className={classes.title}>
          {t('home.onThisDay', { count: yearsAgo })}
        </h2>
        <p className={classes.day}>
          <time dateTime={day}>{formatDayInSentence(day, locale)}</time>
          {' · '}
          {t('albums.photosCount', { count: photosCount })}
        </p>
        <Link to="/my-photos/photos" search={{ day }} className={classes.see}>
          {t('home.seeThesePhotos')}
        </Link>
      </div>
    </section>
  );
}

/** Height of a print, here and in the style sheet, in pixels. */
const [HEIGHT, PHONE_HEIGHT] = [148, 112];

function Print({ photo }: { photo: Photo }) {
  const ratio = Math.min(ratioOf(photo), 1.4);
  const widthIn = (height: number) => `${Math.round(height * ratio)}px`;
  return (
    <span className={classes.print} style={{ '--ratio': ratio, '--colour': colorOf(photo.thumbhash) }}>
      <SizedPicture
        thumbnails={photo.thumbnails}
        widths={{ phone: widthIn(PHONE_HEIGHT), desk: widthIn(HEIGHT) }}
        fallback={<PhotosIcon size={24} />}
      />
    </span>
  );
}
