import type { DemoProduct } from '@keepsake/contracts';
import { useState } from 'react';
import { ChosenPhotos } from './chosen-photos.tsx';
import { OrderPanel } from './order-panel.tsx';
import classes from './prints-form.module.css';

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
  const product = products.find((each) => each.code === code) ?? products[0];
  if (!product) return null;
  return (
    <div className={classes.columns}>
      <ChosenPhotos photoIds={photoIds} paper={product} />
      <OrderPanel
        order={order}
        photosCount={photoIds.length}
        shop={shop}
        product={product}
        onProduct={setCode}
      />
    </div>
  );
}
