import type { Photo } from '@keepsake/contracts/library/photos';
import type { DemoProduct } from '@keepsake/contracts/shop/demo-shop';
import { Button } from '@mantine/core';
import { useQueries } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type PrintQuality, qualityOfPhoto } from '#/features/library/photo-preview/index.ts';
import { type Choice, type Offer, OrderPanel, type OrderSource } from './order-panel.tsx';
import classes from './prints-form.module.css';
import type { ProjectSaving } from './project-saver.ts';
import { photoQuery } from './queries.ts';

/** Photos shown per step, since a selection can contain ten thousand. */
const STEP = 48;

type Props = {
  order: OrderSource;
  photoIds: readonly string[];
  shop: Offer;
  choice: Choice;
  /** Saves the choice for later. */
  saving: ProjectSaving;
  onChoice: (choice: Choice) => void;
};

/** The photos to print, beside the order. */
export function PrintsForm({ order, photoIds, shop, choice, saving, onChoice }: Props) {
  const { products } = shop;
  const { quantity, options, deliveryType, deliveryAddress } = choice;
  const [shown, setShown] = useState(STEP);
  const loaded = useQueries({ queries: photoIds.slice(0, shown).map(photoQuery) });
  const product = products.find((each) => each.code === choice.productCode) ?? products[0];
  if (!product) return null;
  const photos = loaded.map(({ data }) => data);
  return (
    <div className={classes.columns}>
      <ChosenPhotos
        photoIds={photoIds}
        photos={photos}
        paper={product}
        step={STEP}
        onMore={() => setShown(shown + STEP)}
      />
      <OrderPanel
        order={order}
        perQuantity={photoIds.length}
        shop={shop}
        choice={{ productCode: product.code, quantity, options, deliveryType, deliveryAddress }}
        warning={<PoorPhotos photos={photos} paper={product} />}
        saving={saving}
        onChoice={onChoice}
      />
    </div>
  );
}

type ChosenPhotosProps = {
  photoIds: readonly string[];
  /** The visible photos, undefined while loading. */
  photos: readonly (Photo | undefined)[];
  paper: DemoProduct;
  /** Number of further photos shown per step. */
  step: number;
  onMore: () => void;
};

/** The photos to print, each with its print quality at this paper size. */
function ChosenPhotos({ photoIds, photos, paper, step, onMore }: ChosenPhotosProps) {
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

/** Warns about photos with too few pixels for the chosen size. */
function PoorPhotos({ photos, paper }: Pick<ChosenPhotosProps, 'photos' | 'paper'>) {
  const { t } = useTranslation();
  const count = photos.filter((photo) => photo && qualityOfPhoto(photo, paper) === 'poor').length;
  return (
    <p className={classes.warning} role="status">
      {count > 0 && t('demoShop.poorCount', { count })}
    </p>
  );
}
