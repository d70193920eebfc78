import type { Superorder } from '@keepsake/contracts';

export type Amount = {
  kind: 'products' | 'delivery' | 'reduction' | 'surcharge' | 'total' | 'tax' | 'refunded';
  /** In minor units; negative for deductions. */
  value: number;
  /** Tax rate in per cent. */
  rate?: number;
};
type Order = Pick<Superorder, 'products' | 'deliveryCharge' | 'total' | 'refunded'>;

/** The parts of an order's total, and the included tax as far as the shop reported it. */
export function amountsOf({ products, deliveryCharge, total, refunded }: Order): Amount[] {
  const sum = products.reduce((all, { price }) => all + price, 0);
  const rest = total - sum - (deliveryCharge ?? 0);
  return [
    { kind: 'products', value: sum },
    ...(deliveryCharge === null ? [] : [{ kind: 'delivery' as const, value: deliveryCharge }]),
    ...(rest === 0
      ? []
      : [{ kind: rest < 0 ? ('reduction' as const) : ('surcharge' as const), value: rest }]),
    { kind: 'total', value: total },
    ...taxesOf(products),
    ...(refunded > 0 ? [{ kind: 'refunded' as const, value: -refunded }] : []),
  ];
}

/** Tax per rate, lowest rate first. */
function taxesOf(products: Order['products']): Amount[] {
  const taxes = new Map<number, number>();
  for (const { vatRate, netPrice, price } of products) {
    if (vatRate === null || netPrice === null) continue;
    taxes.set(vatRate, (taxes.get(vatRate) ?? 0) + price - netPrice);
  }
  return [...taxes].sort(([a], [b]) => a - b).map(([rate, value]) => ({ kind: 'tax', value, rate }));
}
