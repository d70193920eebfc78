import { BREAKPOINTS } from '@keepsake/contracts';
import type { GridFrame } from '../geometry/timeline-layout.ts';

/** Row heights that give about three photos a row on a phone and six on a desk, by width of the window. */
const WIDEST = { targetHeight: 208, gap: 6, headingHeight: 56, sectionGap: 28 };
const MEASURES = [
  { below: BREAKPOINTS.medium, targetHeight: 112, gap: 3, headingHeight: 48, sectionGap: 12 },
  { below: BREAKPOINTS.large, targetHeight: 156, gap: 4, headingHeight: 52, sectionGap: 20 },
  { below: BREAKPOINTS.extraLarge, targetHeight: 184, gap: 6, headingHeight: 56, sectionGap: 24 },
];

/** The measures of a grid of some width in a window of some width; without headings none has room. */
export function frameOf(width: number, windowWidth: number, hasHeadings: boolean): GridFrame {
  const measures = MEASURES.find(({ below }) => windowWidth < below) ?? WIDEST;
  const { targetHeight, gap, sectionGap } = measures;
  const headingHeight = hasHeadings ? measures.headingHeight : 0;
  return { width: Math.max(1, Math.floor(width)), targetHeight, gap, headingHeight, sectionGap };
}

/** Grid thumbnails: 300 on small and medium screens [PHO-05], 800 on larger ones [PHO-06]. */
export function thumbnailSizeOf(windowWidth: number): 300 | 800 {
  return windowWidth < BREAKPOINTS.large ? 300 : 800;
}
