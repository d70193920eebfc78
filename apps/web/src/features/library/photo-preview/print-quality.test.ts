import type { Photo } from '@keepsake/contracts/library/photos';
import { describe, expect, test } from 'vitest';
import { largestPrintOf, printQualityOf } from './print-quality.ts';

const small = { width: 150, height: 100 };
const poster = { width: 450, height: 300 };

describe('the print quality', () => {
  test.each([
    [{ width: 4_000, height: 3_000 }, small, 'good'],
    [{ width: 4_000, height: 3_000 }, poster, 'good'],
    [{ width: 3_000, height: 2_000 }, poster, 'fair'],
    [{ width: 1_600, height: 1_200 }, poster, 'poor'],
    [{ width: 1_000, height: 700 }, small, 'fair'],
    [{ width: 640, height: 480 }, small, 'poor'],
  ])('of %j on %j is %s', (pixels, paper, quality) => expect(printQualityOf(pixels, paper)).toBe(quality));

  test('is the same for portrait and landscape photos', () => {
    expect(printQualityOf({ width: 700, height: 1_000 }, small)).toBe('fair');
  });

  test('depends on the edge with too few pixels: a panorama is cropped at its ends', () => {
    expect(printQualityOf({ width: 8_000, height: 500 }, small)).toBe('fair');
  });
});

const largest = (visibleWidth?: number, visibleHeight?: number) =>
  largestPrintOf({ visibleWidth, visibleHeight } as Photo);

describe('the largest print on which a photo is sharp', () => {
  test.each([
    [8_000, 6_000, { width: 75, height: 50 }],
    [4_000, 3_000, { width: 45, height: 30 }],
    [3_000, 4_000, { width: 45, height: 30 }],
    [2_048, 1_536, { width: 18, height: 13 }],
    [1_182, 788, { width: 15, height: 10 }],
    [1_181, 788, null],
    [8_000, 700, null],
  ])('of %i by %i pixels', (width, height, size) => expect(largest(width, height)).toEqual(size));

  test('is unknown until its pixels are known', () => {
    expect(largest()).toBeUndefined();
  });
});
