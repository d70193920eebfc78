import type { ListedOrder } from '@keepsake/contracts/orders/order-queries';
import { pictureAt } from '@keepsake/contracts/platform/limits';
import { ProductDrawing } from '#/shared/ui/product-drawing.tsx';
import classes from './order-card.module.css';

/** Maximum pictures per order; the last place counts the remaining products. */
const PLACES = 4;

type Pictured = Pick<ListedOrder['products'][number], 'pictureUrl' | 'articleType'>;

/** A product's picture, or a drawing: a parcel for what the brand does not sell. Decorative, because its name is beside it. */
export function ProductPicture({ product: { pictureUrl, articleType } }: { product: Pictured }) {
  return (
    <span className={classes.picture}>
      {pictureUrl ? (
        <img src={pictureAt(pictureUrl, 300)} alt="" loading="lazy" />
      ) : (
        <ProductDrawing articleType={articleType} size={32} />
      )}
    </span>
  );
}

/** The pictures of an order's products in a square of fixed size. */
export function OrderPictures({ products }: { products: readonly Pictured[] }) {
  const shown = products.length > PLACES ? products.slice(0, PLACES - 1) : products;
  const more = products.length - shown.length;
  return (
    <span className={classes.square} data-places={Math.min(products.length, PLACES)} aria-hidden="true">
      {shown.map((product, position) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: codes are not unique, and positions do not change
        <ProductPicture key={position} product={product} />
      ))}
      {more > 0 && <span className={classes.more}>+{more}</span>}
    </span>
  );
}
