import type { DemoProduct, Photo } from '@keepsake/contracts';
import { Button } from '@mantine/core';
import { useQueries } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './chosen-photos.module.css';
import { photoQuery } from './demo-shop-queries.ts';
import { type PrintQuality, printQualityOf } from './print-quality.ts';

/** Photos shown at once; a selection may hold ten thousand. */
const STEP = 48;

type Props = { photoIds: readonly string[]; paper: DemoProduct };

/** The photos that will be printed, each with what its pixels are good for on this paper. */
export function ChosenPhotos({ photoIds, paper }: Props) {
  const { t } = useTranslation();
  const [shown, setShown] = useState(STEP);
  const photos = useQueries({ queries: photoIds.slice(0, shown).map(photoQuery) });
  const hidden = photoIds.length - photos.length;
  const poor = photos.filter(({ data }) => data && qualityOf(data, paper) === 'poor').length;
  return (
    <section>
      <h2 className={classes.title}>{t('demoShop.photosCount', { count: photoIds.length })}</h2>
      <p className={classes.warning} role="status">
        {poor > 0 && t('demoShop.poorCount', { count: poor })}
      </p>
      <ul className={classes.photos}>
        {photos.map(({ data }, at) => (
          <li key={photoIds[at]} className={classes.photo}>
            {data && <ChosenPhoto photo={data} quality={qualityOf(data, paper)} />}
          </li>
        ))}
      </ul>
      {hidden > 0 && (
        <Button variant="default" onClick={() => setShown(shown + STEP)}>
          {t('demoShop.showMore', { count: Math.min(STEP, hidden) })}
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

/** Null while the photo's size is not known. */
function qualityOf({ visibleWidth, visibleHeight }: Photo, paper: DemoProduct): PrintQuality | null {
  if (!visibleWidth || !visibleHeight) return null;
  return printQualityOf({ width: visibleWidth, height: visibleHeight }, paper);
}
