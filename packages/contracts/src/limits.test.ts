import { describe, expect, it } from 'vitest';
import { requirePageLimit } from './limits.ts';

describe('a page limit', () => {
  it.each([1, 24, 10_000])('[PHO-11] of %d is one', (limit) => expect(requirePageLimit(limit)).toBe(limit));
  it.each([0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY])('[PHO-11] of %d is refused', (limit) =>
    expect(() => requirePageLimit(limit)).toThrow(RangeError),
  );
});
