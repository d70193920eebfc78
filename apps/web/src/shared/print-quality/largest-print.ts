import type { Photo } from '@keepsake/contracts';
import { qualityOfPhoto } from './print-quality.ts';

/** Usual sizes of prints in centimetres, the smallest first. */
const SIZES = [
  { width: 15, height: 10 },
  { width: 18, height: 13 },
  { width: 30, height: 20 },
  { width: 45, height: 30 },
  { width: 60, height: 40 },
  { width: 75, height: 50 },
];
const MM_PER_CM = 10;

type PrintSize = (typeof SIZES)[number];

/** The largest usual print on which a photo is sharp; null when it is on none, undefined while its pixels are not known. */
export function largestPrintOf(photo: Photo): PrintSize | null | undefined {
  const qualityOn = ({ width, height }: PrintSize) =>
    qualityOfPhoto(photo, { width: width * MM_PER_CM, height: height * MM_PER_CM });
  if (!photo.visibleWidth || !photo.visibleHeight) return undefined;
  return SIZES.findLast((size) => qualityOn(size) === 'good') ?? null;
}
