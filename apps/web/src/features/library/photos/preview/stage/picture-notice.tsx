import type { Photo } from '@keepsake/contracts';
import { useTranslation } from 'react-i18next';
import classes from './stage.module.css';

type Props = { photo: Photo; hasFailed: boolean; onRetry: () => void };

/** What is said over a photo that has no picture: it is being made, cannot be made, or did not come [PHO-08]. */
export function PictureNotice({ photo, hasFailed, onRetry }: Props) {
  const { t } = useTranslation();
  if (photo.thumbnailState === 'loading') return <p className={classes.notice}>{t('preview.preparing')}</p>;
  if (photo.thumbnailState === 'failure') {
    return (
      <div className={classes.notice}>
        <p>{t('preview.cannotShow', { name: photo.localFileName })}</p>
        <a className={classes.noticeAction} href={photo.untouchedUrl} download>
          {t('preview.downloadOriginal')}
        </a>
      </div>
    );
  }
  if (!hasFailed) return null;
  return (
    <div className={classes.notice} role="alert">
      <p>{t('preview.pictureFailed')}</p>
      <button type="button" className={classes.noticeAction} onClick={onRetry}>
        {t('preview.tryAgain')}
      </button>
    </div>
  );
}
