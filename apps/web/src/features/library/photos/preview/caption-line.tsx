import type { Photo } from '@keepsake/contracts';
import { useTranslation } from 'react-i18next';
import { useLocale } from '#/shared/format.ts';
import { largestPrintOf } from '#/shared/print-quality.ts';
import { captionOf } from './caption.ts';
import classes from './preview.module.css';
import type { PreviewSequence } from './sequence/preview-sequence.ts';

/** When the photo was taken and how large it can be printed, below it; the first is read out with its place. */
export function CaptionLine({ sequence: { photo, position } }: { sequence: PreviewSequence }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const caption = photo ? captionOf(photo, t, locale) : '';
  const place = position && t('preview.position', position);
  return (
    <>
      <div className={classes.caption}>
        <p className={classes.fact}>{caption}</p>
        {photo && <PrintLine photo={photo} />}
      </div>
      <p className={classes.unseen} role="status">
        {place && caption ? `${place}. ${caption}` : caption}
      </p>
    </>
  );
}

/** The largest usual print on which the photo is sharp. */
function PrintLine({ photo }: { photo: Photo }) {
  const { t } = useTranslation();
  const size = largestPrintOf(photo);
  if (size === undefined) return null;
  return <p className={classes.print}>{size ? t('preview.printsUpTo', size) : t('preview.printsSoft')}</p>;
}
