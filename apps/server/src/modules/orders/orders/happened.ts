import type { OrderEventKind } from '@keepsake/contracts/orders/order-events';

/** An event of a known type, its instant parsed. */
export type Happened = OrderEventKind & {
  happenedAt: Date;
  productCodes: readonly string[] | null;
  productionOrder: string | null;
  place: string | null;
  note: string | null;
};

export const byTime = (a: { happenedAt: Date }, b: { happenedAt: Date }) =>
  a.happenedAt.getTime() - b.happenedAt.getTime();
/** The events of one type. */
export const pick = <T extends Happened['type']>(events: readonly Happened[], type: T) =>
  events.filter((event): event is Extract<Happened, { type: T }> => event.type === type);

/** Whether an event is about a product: it names the product, its production order, or neither. */
export function concerns(
  { productCodes, productionOrder }: Pick<Happened, 'productCodes' | 'productionOrder'>,
  product: { code: string; productionOrder: string },
): boolean {
  if (productionOrder !== null && productionOrder !== product.productionOrder) return false;
  return productCodes?.includes(product.code) ?? true;
}
