import type { Taxed, TaxTotal } from './issued-document.ts';

/** 100%, in hundredths of a per cent. */
const WHOLE = 10_000;

/** The tax included in a gross amount. */
const taxIn = (gross: number, rate: number): number => Math.round((gross * rate) / (WHOLE + rate));

/** Splits a sum in proportion to weights, into integers that add up to it: those that lost most by rounding get the remainder. */
export function allocate(sum: number, weights: readonly number[]): number[] {
  const total = weights.reduce((all, weight) => all + weight, 0);
  if (total === 0) return weights.map((_, index) => (index === 0 ? sum : 0));
  const exact = weights.map((weight) => (sum * weight) / total);
  const shares = exact.map(Math.floor);
  let left = sum - shares.reduce((all, one) => all + one, 0);
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

export const keyOf = ({ category, rate }: Taxed): string => `${category} ${rate}`;

type WithTax = Taxed & { gross: number };

/**
 * Extracts the tax from gross amounts: first from the sum of each rate, as the customer paid it, then split, so that parts and
 * sums agree to the cent. Negative amounts are deductions.
 */
export function extractTax(parts: readonly WithTax[]): { nets: number[]; taxes: TaxTotal[] } {
  const nets = parts.map(() => 0);
  const taxes: TaxTotal[] = [];
  const indexes = [...parts.keys()];
  for (const [, group] of Map.groupBy(indexes, (index) => keyOf(parts[index] as WithTax))) {
    const own = group.map((index) => parts[index] as WithTax);
    const [{ category, rate }] = own as [WithTax];
    const gross = own.reduce((sum, part) => sum + part.gross, 0);
    const tax = taxIn(gross, rate);
    const net = gross - tax;
    for (const [at, value] of netsOf(net, own).entries()) nets[group[at] as number] = value;
    taxes.push({ category, rate, net, tax });
  }
  return { nets, taxes: taxes.toSorted((one, other) => other.rate - one.rate) };
}

/** Each amount without its tax, rounded; the rounding difference goes to the largest. */
function netsOf(net: number, parts: readonly WithTax[]): number[] {
  const nets = parts.map(({ gross, rate }) => Math.round((gross * WHOLE) / (WHOLE + rate)));
  const off = net - nets.reduce((sum, one) => sum + one, 0);
  const largest = parts.reduce((best, { gross }, at) => (gross > (parts[best]?.gross ?? 0) ? at : best), 0);
  nets[largest] = (nets[largest] ?? 0) + off;
  return nets;
}

/** A gross amount without its tax. */
export const netOf = (gross: number, rate: number): number => gross - taxIn(gross, rate);
