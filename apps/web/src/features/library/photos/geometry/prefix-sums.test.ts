import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createPrefixSums } from './prefix-sums.ts';

const values = fc.array(fc.integer({ min: 0, max: 5_000_000 }), { maxLength: 120 });

describe('createPrefixSums', () => {
  it('sums like a plain loop, also after changes', () => {
    const changes = fc.array(fc.tuple(fc.nat(), fc.integer({ min: 0, max: 9_000 })), { maxLength: 20 });
    fc.assert(
      fc.property(values, changes, (initial, edits) => {
        const plain = [...initial];
        const sums = createPrefixSums(initial);
        for (const [at, value] of plain.length > 0 ? edits : []) {
          plain[at % plain.length] = value;
          sums.set(at % plain.length, value);
        }
        const total = plain.reduce((sum, value, index) => {
          expect(sums.sumBefore(index)).toBe(sum);
          expect(sums.get(index)).toBe(value);
          return sum + value;
        }, 0);
        expect(sums.total()).toBe(total);
      }),
    );
  });

  it('finds the item at an offset', () => {
    const heights = fc.array(fc.integer({ min: 1, max: 1_000 }), { minLength: 1, maxLength: 100 });
    fc.assert(
      fc.property(heights, fc.double({ min: 0, max: 0.999_999, noNaN: true }), (initial, part) => {
        const sums = createPrefixSums(initial);
        const offset = sums.total() * part;
        const index = sums.indexAt(offset);
        expect(sums.sumBefore(index)).toBeLessThanOrEqual(offset);
        expect(sums.sumBefore(index + 1)).toBeGreaterThan(offset);
      }),
    );
  });

  it('returns the first or last item beyond the ends', () => {
    const sums = createPrefixSums([10, 20, 30]);
    expect([sums.indexAt(-5), sums.indexAt(60), sums.indexAt(1e9)]).toEqual([0, 2, 2]);
    expect(createPrefixSums([]).indexAt(10)).toBe(0);
  });
});
