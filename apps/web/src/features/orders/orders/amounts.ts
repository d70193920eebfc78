import { sumOf, taxesInTotal } from '@keepsake/contracts/orders/included-tax';
import type { Superorder } from '@keepsake/contracts/orders/order-queries';

export type Amount = {
  kind: 'products' | 'delivery' | 'reduction' | 'surcharge' | 'total' | 'tax' | 'refunded';
  /** In minor units; negative for deductions. */
  value: number;
  /** Tax rate in per cent. */
  rate?: number;
};
type Order = Pick<Superorder, 'products' | 'deliveryCharge' | 'total' | 'refunded'>;

/** The parts of an order's total, and the included tax if the shop reported all rates. */
export function amountsOf(order: Order): Amount[] {
  const { products, deliveryCharge, total, refunded } = order;
  const sum = sumOf(products.map(({ price }) => price));
  const rest = total - sum - (deliveryCharge ?? 0);
  return [
    { kind: 'products', value: sum },
    ...(deliveryCharge === null ? [] : [{ kind: 'delivery' as const, value: deliveryCharge }]),
    ...(rest === 0
      ? []
      : [{ kind: rest < 0 ? ('reduction' as const) : ('surcharge' as const), value: rest }]),
    { kind: 'total', value: total },
    ...taxesOf(order),
    ...(refunded > 0 ? [{ kind: 'refunded' as const, value: -refunded }] : []),
  ];
}

/** Tax per rate, lowest rate first. */
function taxesOf({ deliveryCharge, ...order }: Order): Amount[] {
  const taxes = taxesInTotal({ ...order, deliveryCharge: deliveryCharge ?? 0 });
  return [...Map.groupBy(taxes, ({ rate }) => rate)]
    .map(([rate, own]) => ({
      kind: 'tax' as const,
      value: sumOf(own.map(({ tax }) => tax)),
      rate: rate / 100,
    }))
    .toSorted((one, other) => one.rate - other.rate);
}
