import { taxIn } from '@keepsake/contracts/orders/included-tax';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { taxOfNote } from './note-tax.ts';

const anyRate = fc.constantFrom(250, 500, 550, 900, 1_000, 1_250, 1_900, 2_000, 2_100, 2_500, 2_700);
const anyCurrency = fc.constantFrom('EUR', 'GBP', 'HUF', 'JPY', 'ISK');

type Note = { gross: number; net: number; tax: number };
type Sale = { whole: number; rate: number; currency: string };

/** Gives a sum back in parts, and what is left at the end. */
function giveBack({ whole, rate, currency }: Sale, parts: readonly number[]) {
  const invoice = { net: whole - taxIn(whole, rate), tax: taxIn(whole, rate) };
  const left = { ...invoice };
  const notes: Note[] = [];
  const credit = (requested: number) => {
    const gross = Math.min(requested, left.net + left.tax);
    if (gross === 0) return;
    const tax = taxOfNote({ gross, rate, currency }, left);
    notes.push({ gross, net: gross - tax, tax });
    left.net -= gross - tax;
    left.tax -= tax;
  };
  for (const part of parts) credit(part);
  credit(whole);
  return { invoice, notes };
}
const sumOf = (notes: readonly Note[], of: 'net' | 'tax') => notes.reduce((sum, note) => sum + note[of], 0);

test('refunds in parts add up to the whole, net and tax, in any currency', () => {
  fc.assert(
    fc.property(
      fc.record({ whole: fc.integer({ min: 1, max: 20_000 }), rate: anyRate, currency: anyCurrency }),
      fc.array(fc.oneof(fc.integer({ min: 2, max: 12 }), fc.integer({ min: 2, max: 9_000 })), {
        maxLength: 20,
      }),
      (sale, parts) => {
        const { invoice, notes } = giveBack(sale, parts);
        expect({ net: sumOf(notes, 'net'), tax: sumOf(notes, 'tax') }).toEqual(invoice);
        for (const { gross, net, tax } of notes) {
          expect(tax).toBeGreaterThanOrEqual(0);
          // No tax on nothing, and the tax of its rate, rounded up or down.
          expect(net).toBeGreaterThan(0);
          expect(Math.abs((gross * sale.rate) / (10_000 + sale.rate) - tax)).toBeLessThan(1);
        }
      },
    ),
    { numRuns: 3_000 },
  );
});

test('refunds of single cents do as well, and say what is left at the end', () => {
  const sale = { whole: 6, rate: 2_000, currency: 'EUR' };
  const { notes } = giveBack(sale, [1, 1, 1, 1, 1]);
  expect(notes.map(({ net, tax }) => [net, tax])).toEqual([
    [1, 0],
    [1, 0],
    [1, 0],
    [1, 0],
    [1, 0],
    [0, 1],
  ]);
  // A larger part that comes last carries the tax of the cents with it.
  for (const parts of [
    [1, 1, 1, 1],
    [3, 2],
  ])
    expect(giveBack(sale, parts).notes.every(({ net }) => net > 0)).toBe(true);
});

test('a partial refund has the tax of its own amount, unless the rest could not be stated after it', () => {
  const of = (whole: number, part: number) =>
    giveBack({ whole, rate: 2_000, currency: 'EUR' }, [part]).notes[0];
  expect(of(1_200, 300)).toEqual({ gross: 300, net: 250, tax: 50 });
  // Of 0.02 + 0.01, a cent would be left that is all tax.
  expect(of(3, 2)).toEqual({ gross: 2, net: 1, tax: 1 });
});
