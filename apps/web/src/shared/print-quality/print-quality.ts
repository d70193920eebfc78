import type { Photo } from '@keepsake/contracts';

/** How a print will look at arm's length: sharp, a little soft, or visibly blurred. */
export type PrintQuality = 'good' | 'fair' | 'poor';

/** Pixels of the photo on an inch of paper: what labs ask for, and what they warn below. */
const GOOD_DPI = 200;
const FAIR_DPI = 120;
const MM_PER_INCH = 25.4;

type Size = { width: number; height: number };

/** Quality of a photo of so many pixels that fills a paper of so many millimetres, whichever way it is turned. */
export function printQualityOf(pixels: Size, paper: Size): PrintQuality {
  const [long, short] = edgesOf(pixels);
  const [longPaper, shortPaper] = edgesOf(paper);
  const dpi = Math.min(long / longPaper, short / shortPaper) * MM_PER_INCH;
  if (dpi >= GOOD_DPI) return 'good';
  return dpi >= FAIR_DPI ? 'fair' : 'poor';
}

/** The same of a photo of the library; null while its size is not known. */
export function qualityOfPhoto({ visibleWidth, visibleHeight }: Photo, paper: Size): PrintQuality | null {
  if (!visibleWidth || !visibleHeight) return null;
  return printQualityOf({ width: visibleWidth, height: visibleHeight }, paper);
}

function edgesOf({ width, height }: Size): [long: number, short: number] {
  return [Math.max(width, height), Math.min(width, height)];
}
