import type { ListedOrder } from '@keepsake/contracts';
import { PrintIcon } from '#/shared/ui/icons.tsx';
import classes from './product-picture.module.css';

/** The first of an order's products that are shown as pictures; the last place counts the others. */
const PLACES = 4;

type Pictured = Pick<ListedOrder['products'][number], 'pictureUrl'>;

/** A product's picture, or a drawing in its place. What it is stands beside it in words. */
export function ProductPicture({ product: { pictureUrl } }: { product: Pictured }) {
  return (
    <span className={classes.picture}>
      {pictureUrl ? <img src={`${pictureUrl}/300`} alt="" loading="lazy" /> : <PrintIcon size={26} />}
    </span>
  );
}

/** The pictures of an order in one square of a fixed size. */
export function OrderPictures({ products }: { products: readonly Pictured[] }) {
  const shown = products.length > PLACES ? products.slice(0, PLACES - 1) : products;
  const more = products.length - shown.length;
  return (
    <span className={classes.square} data-places={Math.min(products.length, PLACES)} aria-hidden="true">
      {shown.map((product, position) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a code may come twice, and places do not move
        <ProductPicture key={position} product={product} />
      ))}
      {more > 0 && <span className={classes.more}>+{more}</span>}
    </span>
  );
}
