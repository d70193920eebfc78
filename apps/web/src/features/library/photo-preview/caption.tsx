import type { PublicChannel } from '@keepsake/contracts/frame/configuration';
import type { Photo } from '@keepsake/contracts/library/photos';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { partialDateOf } from '#/features/library/photo-grid/index.ts';
import { useChannel } from '#/shared/configuration.tsx';
import { formatDateInSentence, formatDayInSentence } from '#/shared/format.ts';
import classes from './preview.module.css';
import { PrintButton } from './print-button.tsx';
import { largestPrintOf } from './print-quality.ts';
import type { PreviewSequence } from './sequence/preview-sequence.ts';
import type { DetailsProps } from './use-details.ts';

type Props = Omit<DetailsProps, 'photo'> & {
  sequence: PreviewSequence;
  /** Said in place of the size of prints. */
  noteOf: ((photo: Photo) => string) | undefined;
};

/** Below the photo: when it was taken, the largest print size or a note, and the print button. Its position is for screen readers only. */
export function CaptionLine({ sequence: { photo, position }, sharedAlbumId, print, noteOf }: Props) {
  const { t } = useTranslation();
  const channel = useChannel();
  const caption = photo ? captionOf(photo, t, channel) : '';
  const positionText = position && t('preview.position', position);
  return (
    <>
      <div className={classes.foot} data-prints={print ? true : undefined}>
        <div className={classes.caption}>
          <p className={classes.taken}>{caption}</p>
          {photo && (noteOf ? <p className={classes.print}>{noteOf(photo)}</p> : <PrintLine photo={photo} />)}
        </div>
        {photo && print && <PrintButton {...print} photo={photo} sharedAlbumId={sharedAlbumId} />}
      </div>
      <p className={classes.unseen} role="status">
        {positionText && caption ? `${positionText}. ${caption}` : caption}
      </p>
    </>
  );
}

/** The largest standard print size at which the photo is sharp. */
function PrintLine({ photo }: { photo: Photo }) {
  const { t } = useTranslation();
  const size = largestPrintOf(photo);
  if (size === undefined) return null;
  return <p className={classes.print}>{size ? t('preview.printsUpTo', size) : t('preview.printsSoft')}</p>;
}

/** Day and time of a camera's wall time. */
export const WALL_TIME = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d:\d\d)/;

/** 'Taken on d MMMM yyyy at HH:mm:ss' in the camera's wall time [PRV-19], or 'Taken in July 1974'; without one, when the photo was added [PRV-20]. */
export function captionOf(
  photo: Photo,
  t: TFunction,
  { locale, timeZone }: Pick<PublicChannel, 'locale' | 'timeZone'>,
): string {
  const { dateTaken, created } = photo;
  const partial = partialDateOf(photo, t, locale);
  if (partial) return partial;
  const [, day, time] = dateTaken?.match(WALL_TIME) ?? [];
  if (!day || Number.isNaN(Date.parse(day))) {
    return t('preview.addedOn', { date: formatDateInSentence(created, locale, timeZone) });
  }
  return t('preview.takenOn', { date: formatDayInSentence(day, locale), time });
}
