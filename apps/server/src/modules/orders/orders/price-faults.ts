import { netOf, rateOf, sumOf } from '@keepsake/contracts/orders/included-tax';

/** Amounts with tax, in minor units. */
type Priced = {
  total: number;
  deliveryCharge: number;
  lines: readonly { gross: number; isCancelled: boolean }[];
};

/**
 * The discount on a whole order: by how much products and delivery exceed its total. Below zero for a total that is more than they
 * cost together, which no invoice can state.
 */
export function discountOfOrder({ total, deliveryCharge, lines }: Priced): number {
  const isPartly = lines.some(({ isCancelled }) => isCancelled);
  const ordered = sumOf(lines.map(({ gross }) => gross)) + deliveryCharge;
  // The total of a partly cancelled order may still be the earlier one.
  if (isPartly && total === ordered) return 0;
  const goods = sumOf(lines.map(({ gross, isCancelled }) => (isCancelled ? 0 : gross)));
  return goods + deliveryCharge - total;
}

/** The end of a sentence about a total; null if an invoice can state it. */
export const faultOfTotal = (order: Priced): string | null =>
  discountOfOrder(order) < 0 ? 'is more than its products and delivery cost together' : null;

type Netted = {
  price: number;
  quantity: number;
  netPrice?: number | null | undefined;
  /** Per cent. */
  vatRate?: number | null | undefined;
};

/**
 * The end of a sentence about a product's price without tax; null if it agrees with its price and rate. Shops round each piece, so
 * that it may differ by a minor unit for each of them (ADR 102).
 */
export function faultOfNetPrice({ price, quantity, netPrice, vatRate }: Netted): string | null {
  if (typeof netPrice !== 'number') return null;
  if (netPrice > price) return `its net price of ${netPrice} is more than its price of ${price}`;
  if (typeof vatRate !== 'number') return null;
  const expected = netOf(price, rateOf(vatRate));
  if (Math.abs(netPrice - expected) <= quantity) return null;
  return `its net price of ${netPrice} is not its price of ${price} without ${vatRate} % VAT, which is ${expected}`;
}
