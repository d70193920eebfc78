import { useTranslation } from 'react-i18next';
import { useLocale } from '#/shared/format/use-locale.ts';
import { captionOf } from './caption.ts';
import classes from './preview.module.css';
import type { PreviewSequence } from './sequence/preview-sequence.ts';

/** When the photo was taken, below it; with its place it is read out. */
export function CaptionLine({ sequence: { photo, position } }: { sequence: PreviewSequence }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const caption = photo ? captionOf(photo, t, locale) : '';
  const place = position && t('preview.position', position);
  return (
    <>
      <p className={classes.caption}>{caption}</p>
      <p className={classes.unseen} role="status">
        {place && caption ? `${place}. ${caption}` : caption}
      </p>
    </>
  );
}
