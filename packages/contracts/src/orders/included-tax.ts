import { displayStatusOf } from './order-status.ts';

/** A tax category of EN 16931 and a rate in hundredths of a per cent, an integer for exact arithmetic. */
export type TaxKey = { category: string; rate: number };
type WithTax = TaxKey & { gross: number };

/** 100%, in hundredths of a per cent. */
export const WHOLE = 10_000;

/** The tax included in a gross amount, rounded to whole minor units. `rate` is in hundredths of a per cent. */
export const taxIn = (gross: number, rate: number): number => Math.round((gross * rate) / (WHOLE + rate));

/** A gross amount without the tax that it includes. */
export const netOf = (gross: number, rate: number): number => gross - taxIn(gross, rate);

/** A rate in per cent as it is calculated with. */
export const rateOf = (percent: number): number => Math.round(percent * 100);

export const taxKeyOf = ({ category, rate }: TaxKey): string => `${category} ${rate}`;

export const sumOf = (numbers: readonly number[]): number => numbers.reduce((sum, number) => sum + number, 0);

/**
 * Splits a sum in proportion to weights, into integers that add up to it: those that lost most by rounding get the remainder. None
 * exceeds its weight unless the sum exceeds all of them together.
 */
export function allocate(sum: number, weights: readonly number[]): number[] {
  const total = sumOf(weights);
  if (total === 0) return weights.map((_, index) => (index === 0 ? sum : 0));
  const exact = weights.map((weight) => (sum * weight) / total);
  const shares = exact.map(Math.floor);
  let left = sum - sumOf(shares);
  const byLoss = exact
    .map((value, index) => ({ index, loss: value - Math.floor(value) }))
    .toSorted((one, other) => other.loss - one.loss || one.index - other.index);
  for (const { index } of byLoss) {
    if (left <= 0) break;
    shares[index] = (shares[index] ?? 0) + 1;
    left--;
  }
  return shares;
}

/** Shares an amount out over the rates of lines in proportion to their prices; rates without a share are left out. */
export function overRates<Key extends TaxKey>(amount: number, lines: readonly (Key & { gross: number })[]) {
  const groups = [...Map.groupBy(lines, taxKeyOf).values()];
  const weights = groups.map((group) => sumOf(group.map(({ gross }) => gross)));
  return allocate(amount, weights).flatMap((gross, at) => {
    const [first] = groups[at] ?? [];
    return first && gross > 0
      ? [{ category: first.category as Key['category'], rate: first.rate, gross }]
      : [];
  });
}

/**
 * Extracts the tax from gross amounts: first from the sum of each rate, as the customer paid it, then split, so that parts and
 * sums agree to the cent. Negative amounts are deductions. The highest rate comes first.
 */
export function extractTax<Part extends WithTax>(parts: readonly Part[]) {
  const nets = parts.map(() => 0);
  const taxes: (Pick<Part, 'category' | 'rate'> & { net: number; tax: number })[] = [];
  const indexes = [...parts.keys()];
  for (const [, group] of Map.groupBy(indexes, (index) => taxKeyOf(parts[index] as Part))) {
    const own = group.map((index) => parts[index] as Part);
    const [{ category, rate }] = own as [Part];
    const gross = sumOf(own.map((part) => part.gross));
    const tax = taxIn(gross, rate);
    for (const [at, value] of netsOf(gross - tax, own).entries()) nets[group[at] as number] = value;
    taxes.push({ category, rate, net: gross - tax, tax });
  }
  return { nets, taxes: taxes.toSorted((one, other) => other.rate - one.rate) };
}

/** Each amount without its tax, rounded; the rounding difference goes to the largest. */
function netsOf(net: number, parts: readonly WithTax[]): number[] {
  const nets = parts.map(({ gross, rate }) => Math.round((gross * WHOLE) / (WHOLE + rate)));
  const off = net - sumOf(nets);
  const largest = parts.reduce((best, { gross }, at) => (gross > (parts[best]?.gross ?? 0) ? at : best), 0);
  nets[largest] = (nets[largest] ?? 0) + off;
  return nets;
}

type Sold = {
  total: number;
  /** With tax. */
  deliveryCharge: number;
  products: readonly {
    /** With tax. */
    price: number;
    /** Per cent; null if the shop did not report it. */
    vatRate: number | null;
    vatCategory: string | null;
    status: string;
  }[];
};

/**
 * The tax included in an order's total, with delivery, discounts and other charges on the whole order, by category and rate: the
 * same sums as on its invoice. Empty unless the rate of each product is known.
 */
export function taxesInTotal({ total, deliveryCharge, products }: Sold) {
  const included = productsInTotal({ total, deliveryCharge, products });
  const lines = included.flatMap(({ price: gross, vatRate, vatCategory }) =>
    vatRate === null ? [] : [{ category: vatCategory ?? 'S', rate: rateOf(vatRate), gross }],
  );
  if (lines.length < included.length) return [];
  const rest = total - deliveryCharge - sumOf(lines.map(({ gross }) => gross));
  const charges = overRates(deliveryCharge + Math.max(0, rest), lines);
  const discounts = overRates(Math.max(0, -rest), lines);
  return extractTax([...lines, ...charges, ...discounts.map((part) => ({ ...part, gross: -part.gross }))])
    .taxes;
}

/** The products that a total is for: without those cancelled, unless the total is still the earlier one. */
function productsInTotal({ total, deliveryCharge, products }: Sold): Sold['products'] {
  const going = products.filter(({ status }) => displayStatusOf(status) !== 'Cancelled');
  const isEarlier = total > deliveryCharge + sumOf(going.map(({ price }) => price));
  return going.length === 0 || isEarlier ? products : going;
}
