import type { DemoProduct, Photo } from '@keepsake/contracts';
import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { type PrintQuality, qualityOfPhoto } from '#/shared/print-quality/print-quality.ts';
import classes from './chosen-photos.module.css';

type ChosenPhotosProps = {
  photoIds: readonly string[];
  /** The first of them as far as they are loaded. */
  photos: readonly (Photo | undefined)[];
  paper: DemoProduct;
  /** How many more come at a time. */
  step: number;
  onMore: () => void;
};

/** The photos that will be printed, each with what its pixels are good for on this paper. */
export function ChosenPhotos({ photoIds, photos, paper, step, onMore }: ChosenPhotosProps) {
  const { t } = useTranslation();
  const hidden = photoIds.length - photos.length;
  return (
    <section>
      <h2 className={classes.title}>{t('demoShop.photosCount', { count: photoIds.length })}</h2>
      <ul className={classes.photos}>
        {photos.map((photo, at) => (
          <li key={photoIds[at]} className={classes.photo}>
            {photo && <ChosenPhoto photo={photo} quality={qualityOfPhoto(photo, paper)} />}
          </li>
        ))}
      </ul>
      {hidden > 0 && (
        <Button variant="default" onClick={onMore}>
          {t('demoShop.showMore', { count: Math.min(step, hidden) })}
        </Button>
      )}
    </section>
  );
}

function ChosenPhoto({ photo, quality }: { photo: Photo; quality: PrintQuality | null }) {
  const { t } = useTranslation();
  return (
    <>
      <img src={photo.thumbnails[0]?.url ?? photo.url} alt={photo.localFileName} loading="lazy" />
      {quality && (
        <span className={classes.quality} data-quality={quality}>
          {t(`demoShop.quality.${quality}`)}
        </span>
      )}
    </>
  );
}
