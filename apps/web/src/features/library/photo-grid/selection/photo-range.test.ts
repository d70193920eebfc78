import { describe, expect, test } from 'vitest';
import type { GridSection } from '#/features/library/photo-store/grid-sections.ts';
import { countOf, rangeBetween, slicesOf, tilesInRange } from './photo-range.ts';

const sections = [30, 5, 40].map((count) => ({ count }) as GridSection);
const a = { section: 0, tile: 20 };
const b = { section: 2, tile: 3 };

describe('a range of photos', () => {
  test('spans months in the order of the grid, including photos folded away', () => {
    const slices = slicesOf(sections, rangeBetween(b, a));
    expect(slices).toEqual([
      { section: 0, first: 20, end: 30 },
      { section: 1, first: 0, end: 5 },
      { section: 2, first: 0, end: 4 },
    ]);
    expect(countOf(slices)).toBe(19);
  });

  test('from a photo to itself is that photo', () => {
    expect(countOf(slicesOf(sections, rangeBetween(a, a)))).toBe(1);
  });

  test('knows its tiles in a section', () => {
    const range = rangeBetween(a, b);
    expect(tilesInRange(range, 0)?.first).toBe(20);
    expect(tilesInRange(range, 2)).toEqual({ first: 0, end: 4 });
    expect(tilesInRange(range, 3)).toBeNull();
    expect(tilesInRange(null, 0)).toBeNull();
  });
});
