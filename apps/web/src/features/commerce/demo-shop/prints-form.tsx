import type { DemoProduct } from '@keepsake/contracts';
import { useQueries } from '@tanstack/react-query';
import { useState } from 'react';
import { ChosenPhotos } from './chosen-photos.tsx';
import { photoQuery } from './demo-shop-queries.ts';
import { OrderPanel } from './order-panel.tsx';
import { PoorPhotos } from './poor-photos.tsx';
import classes from './prints-form.module.css';

/** Photos shown at once; a selection may hold ten thousand. */
const STEP = 48;

type Props = {
  order: { tempSelectionId: string; channel: string };
  photoIds: readonly string[];
  shop: { currency: string; products: readonly DemoProduct[] };
  /** The product that the library asked for. */
  initialCode: string;
};

/** The photos beside what is to be made of them. */
export function PrintsForm({ order, photoIds, shop, initialCode }: Props) {
  const { products } = shop;
  const [code, setCode] = useState(initialCode);
  const [shown, setShown] = useState(STEP);
  const loaded = useQueries({ queries: photoIds.slice(0, shown).map(photoQuery) });
  const product = products.find((each) => each.code === code) ?? products[0];
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
        photosCount={photoIds.length}
        shop={shop}
        product={product}
        warning={<PoorPhotos photos={photos} paper={product} />}
        onProduct={setCode}
      />
    </div>
  );
}
