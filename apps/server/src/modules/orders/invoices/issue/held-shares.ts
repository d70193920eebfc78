import { allocate, overRates, sumOf, taxKeyOf } from '@keepsake/contracts/orders/included-tax';
import type { TaxTotal } from '../../invoice-documents/index.ts';
import { taxedOf } from './compose-document.ts';
import { grossOf, type HeldShare } from './match-refund.ts';
import type { InvoicedOrder, Sold } from './read-order.ts';

/**
 * What an invoice holds, by line of its order and delivery: the sums of its rates, shared out in proportion to what they cost before
 * discounts on the whole order. Of an invoice that did not record it, this is what the order says today.
 */
export function sharesOf(order: InvoicedOrder, taxes: readonly TaxTotal[]): HeldShare[] {
  const lines = [...order.lines.entries()]
    .filter(([, { isCancelled, vatRate }]) => !isCancelled && vatRate !== null)
    .map(([position, line]) => ({ ...taxedOf(line), line: position, gross: line.gross, price: line.gross }));
  const delivery = overRates(order.deliveryCharge, lines).map((part) => ({ ...part, line: null, price: 0 }));
  return taxes.flatMap(({ category, rate, net, tax }) => {
    const own = [...lines, ...delivery].filter((part) => taxKeyOf(part) === taxKeyOf({ category, rate }));
    if (grossOf(own) === 0) return [{ category, rate, line: null, price: 0, gross: net + tax }];
    const shares = allocate(
      net + tax,
      own.map(({ gross }) => gross),
    );
    return own.map((part, at) => ({
      category,
      rate,
      line: part.line,
      price: part.price,
      gross: shares[at] ?? 0,
    }));
  });
}

/** What was paid and is not on the invoice: products cancelled before it, lowered quantities, a lower total. */
export function leftOutOf(
  { most, mostOf }: Pick<Sold, 'most' | 'mostOf'>,
  { deliveryCharge }: Pick<InvoicedOrder, 'deliveryCharge'>,
  held: readonly HeldShare[],
) {
  const lines = mostOf.map((price, position) => {
    const own = held.filter(({ line }) => line === position).map((share) => share.price);
    return Math.max(0, price - sumOf(own));
  });
  // A total that was never lowered may still include what was cancelled before anybody paid.
  const paid = Math.min(most, sumOf(mostOf) + deliveryCharge);
  return { total: Math.max(0, paid - grossOf(held)), lines };
}
