import type { DemoProduct, Photo } from '@keepsake/contracts';
import { useTranslation } from 'react-i18next';
import { qualityOfPhoto } from '#/shared/print-quality/print-quality.ts';
import classes from './poor-photos.module.css';

type PoorPhotosProps = { photos: readonly (Photo | undefined)[]; paper: DemoProduct };

/** Warns beside the sizes of photos that have too few pixels for the chosen one. */
export function PoorPhotos({ photos, paper }: PoorPhotosProps) {
  const { t } = useTranslation();
  const count = photos.filter((photo) => photo && qualityOfPhoto(photo, paper) === 'poor').length;
  return (
    <p className={classes.warning} role="status">
      {count > 0 && t('demoShop.poorCount', { count })}
    </p>
  );
}
