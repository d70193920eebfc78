import { describe, expect, it } from 'vitest';
import { printQualityOf } from './print-quality.ts';

const small = { width: 150, height: 100 };
const poster = { width: 450, height: 300 };

describe('the print quality', () => {
  it.each([
    [{ width: 4_000, height: 3_000 }, small, 'good'],
    [{ width: 4_000, height: 3_000 }, poster, 'good'],
    [{ width: 3_000, height: 2_000 }, poster, 'fair'],
    [{ width: 1_600, height: 1_200 }, poster, 'poor'],
    [{ width: 1_000, height: 700 }, small, 'fair'],
    [{ width: 640, height: 480 }, small, 'poor'],
  ])('of %j on %j is %s', (pixels, paper, quality) => expect(printQualityOf(pixels, paper)).toBe(quality));

  it('is the same for a photo that stands and one that lies', () => {
    expect(printQualityOf({ width: 700, height: 1_000 }, small)).toBe('fair');
  });

  it('follows the edge that has too little: a panorama is cut at its ends', () => {
    expect(printQualityOf({ width: 8_000, height: 500 }, small)).toBe('fair');
  });
});
