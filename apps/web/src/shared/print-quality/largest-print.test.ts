import type { Photo } from '@keepsake/contracts';
import { describe, expect, it } from 'vitest';
import { largestPrintOf } from './largest-print.ts';

const largest = (visibleWidth?: number, visibleHeight?: number) =>
  largestPrintOf({ visibleWidth, visibleHeight } as Photo);

describe('the largest print on which a photo is sharp', () => {
  it.each([
    [8_000, 6_000, { width: 75, height: 50 }],
    [4_000, 3_000, { width: 45, height: 30 }],
    [3_000, 4_000, { width: 45, height: 30 }],
    [2_048, 1_536, { width: 18, height: 13 }],
    [1_182, 788, { width: 15, height: 10 }],
    [1_181, 788, null],
    [8_000, 700, null],
  ])('of %i by %i pixels', (width, height, size) => expect(largest(width, height)).toEqual(size));

  it('is not known as long as its pixels are not', () => {
    expect(largest()).toBeUndefined();
  });
});
