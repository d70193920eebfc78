import type { Photo } from '@keepsake/contracts/library/photos';

/** How a print will look at arm's length: sharp, a little soft, or visibly blurred. */
export type PrintQuality = 'good' | 'fair' | 'poor';

/** Pixels of the photo per inch of paper: the resolution labs ask for, and the one below which they warn. */
export const GOOD_DPI = 200;
const FAIR_DPI = 120;
const MM_PER_INCH = 25.4;

type Size = { width: number; height: number };

/** Quality of a photo (in pixels) that fills a sheet of paper (in millimetres), in either orientation. */
export function printQualityOf(pixels: Size, paper: Size): PrintQuality {
  const [long, short] = edgesOf(pixels);
  const [longPaper, shortPaper] = edgesOf(paper);
  const dpi = Math.min(long / longPaper, short / shortPaper) * MM_PER_INCH;
  if (dpi >= GOOD_DPI) return 'good';
  return dpi >= FAIR_DPI ? 'fair' : 'poor';
}

/** The same for a photo of the library; null while its size is unknown. */
export function qualityOfPhoto({ visibleWidth, visibleHeight }: Photo, paper: Size): PrintQuality | null {
  if (!visibleWidth || !visibleHeight) return null;
  return printQualityOf({ width: visibleWidth, height: visibleHeight }, paper);
}

function edgesOf({ width, height }: Size): [long: number, short: number] {
  return [Math.max(width, height), Math.min(width, height)];
}

/** Usual print sizes in centimetres, the smallest first. */
const SIZES = [
  { width: 15, height: 10 },
  { width: 18, height: 13 },
  { width: 30, height: 20 },
  { width: 45, height: 30 },
  { width: 60, height: 40 },
  { width: 75, height: 50 },
] as const;
const MM_PER_CM = 10;

type PrintSize = (typeof SIZES)[number];

/** Minimum pixels for a sharp print in the smallest standard size. */
export function smallestPrint(): { size: PrintSize; pixels: Size } {
  const size = SIZES[0];
  const pixelsOf = (centimetres: number) => Math.ceil((centimetres * MM_PER_CM * GOOD_DPI) / MM_PER_INCH);
  return { size, pixels: { width: pixelsOf(size.width), height: pixelsOf(size.height) } };
}

/** The largest standard print on which a photo is sharp; null if there is none, undefined while its size is unknown. */
export function largestPrintOf(photo: Photo): PrintSize | null | undefined {
  const qualityOn = ({ width, height }: PrintSize) =>
    qualityOfPhoto(photo, { width: width * MM_PER_CM, height: height * MM_PER_CM });
  if (!photo.visibleWidth || !photo.visibleHeight) return undefined;
  return SIZES.findLast((size) => qualityOn(size) === 'good') ?? null;
}
