import { concerns, type Happened } from './happened.ts';
import type { PlacedProduct } from './rules.ts';

type Named = Pick<Happened, 'productCodes' | 'productionOrder'>;
type Products = readonly Pick<PlacedProduct, 'code' | 'productionOrder'>[];

/** Products and production orders that an event names and its order does not have. */
export function unknownIn(products: Products, { productCodes, productionOrder }: Named): string[] {
  const own = products.filter(
    (product) => productionOrder === null || product.productionOrder === productionOrder,
  );
  if (productionOrder !== null && own.length === 0) return [productionOrder, ...(productCodes ?? [])];
  return without(own, productCodes ?? []);
}

/**
 * The names for which an event is refused; none if it is taken. Money is never booked on a product that it was not said of: what
 * moves it must name nothing unknown. Anything else counts for the products that it names, if there are any.
 */
export function refusedFor(products: Products, event: Happened): string[] {
  const unknown = unknownIn(products, event);
  const concerned = products.filter((product) => concerns(event, product));
  if (event.type === 'refunded') return unknown;
  if (event.type === 'order-changed') {
    const changed = (event.data.products ?? []).map(({ code }) => code);
    return [...new Set([...unknown, ...without(concerned, changed)])];
  }
  return concerned.length === 0 ? unknown : [];
}

const without = (products: Products, codes: readonly string[]): string[] =>
  codes.filter((named) => !products.some(({ code }) => code === named));
