import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { allocate, taxesInTotal } from './included-tax.ts';

const product = (price: number, vatRate: number | null, status = 'Confirmed') => ({
  price,
  vatRate,
  vatCategory: null,
  status,
});
const amount = fc.integer({ min: 0, max: 200_000 });
const rate = fc.constantFrom(5, 5.5, 10, 12.5, 20, 21, 25);

describe('the tax in a total', () => {
  test('includes that of delivery: £51.49 at 20 % includes £8.58', () => {
    const products = [product(4_750, 20)];
    expect(taxesInTotal({ total: 5_149, deliveryCharge: 399, products })).toEqual([
      { category: 'S', rate: 2_000, net: 4_291, tax: 858 },
    ]);
  });

  test('is that of all of it, whatever it consists of', () => {
    fc.assert(
      fc.property(
        fc.array(fc.record({ price: amount, vatRate: rate }), { minLength: 1, maxLength: 8 }),
        amount,
        fc.integer({ min: -3_000, max: 3_000 }),
        (priced, deliveryCharge, rest) => {
          const products = priced.map(({ price, vatRate }) => product(price, vatRate));
          const sum = products.reduce((all, { price }) => all + price, deliveryCharge);
          const total = Math.max(0, sum + rest);
          const taxes = taxesInTotal({ total, deliveryCharge, products });
          expect(taxes.reduce((all, { net, tax }) => all + net + tax, 0)).toBe(total);
          for (const { rate: own, net, tax } of taxes)
            expect(Math.abs((net + tax) * (own / (10_000 + own)) - tax)).toBeLessThanOrEqual(0.5);
        },
      ),
    );
  });

  test('is not guessed if a rate is unknown', () => {
    const products = [product(1_000, 20), product(500, null)];
    expect(taxesInTotal({ total: 1_500, deliveryCharge: 0, products })).toEqual([]);
  });

  test('leaves out cancelled products once the total does', () => {
    const products = [product(10_000, 20), product(5_000, 5, 'Cancelled')];
    const rates = (total: number) =>
      taxesInTotal({ total, deliveryCharge: 0, products }).map(({ rate: own }) => own);
    expect(rates(10_000)).toEqual([2_000]);
    expect(rates(15_000)).toEqual([2_000, 500]);
  });
});

test('shares add up to the sum, and none exceeds its weight', () => {
  fc.assert(
    fc.property(
      fc.array(amount, { minLength: 1, maxLength: 9 }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      (weights, part) => {
        const sum = Math.floor(weights.reduce((all, one) => all + one, 0) * part);
        const shares = allocate(sum, weights);
        expect(shares.reduce((all, one) => all + one, 0)).toBe(sum);
        for (const [at, share] of shares.entries()) expect(share).toBeLessThanOrEqual(weights[at] ?? 0);
      },
    ),
  );
});
