import { BREAKPOINTS } from '@keepsake/contracts/platform/limits';
import type { Density } from '../density.tsx';
import type { GridFrame } from '../geometry/timeline-layout.ts';

type Measures = Omit<GridFrame, 'width'> & { below: number };

const WIDEST = Number.POSITIVE_INFINITY;

/** By window width: about two or three photos per row on a phone and five on a desktop; four or five and seven if compact. */
const MEASURES: Record<Density, readonly Measures[]> = {
  comfortable: [
    // On phones each month has rows of its own: headings do not fit side by side.
    { below: BREAKPOINTS.medium, targetHeight: 112, gap: 3, gutter: 0, headingHeight: 44, sectionGap: 12 },
    { below: BREAKPOINTS.large, targetHeight: 164, gap: 4, gutter: 16, headingHeight: 40, sectionGap: 12 },
    {
      below: BREAKPOINTS.extraLarge,
      targetHeight: 200,
      gap: 4,
      gutter: 20,
      headingHeight: 32,
      sectionGap: 8,
    },
    { below: WIDEST, targetHeight: 240, gap: 4, gutter: 20, headingHeight: 32, sectionGap: 8 },
  ],
  compact: [
    { below: BREAKPOINTS.medium, targetHeight: 64, gap: 2, gutter: 0, headingHeight: 40, sectionGap: 6 },
    { below: BREAKPOINTS.large, targetHeight: 112, gap: 2, gutter: 14, headingHeight: 32, sectionGap: 6 },
    {
      below: BREAKPOINTS.extraLarge,
      targetHeight: 136,
      gap: 2,
      gutter: 16,
      headingHeight: 28,
      sectionGap: 6,
    },
    { below: WIDEST, targetHeight: 160, gap: 2, gutter: 16, headingHeight: 28, sectionGap: 6 },
  ],
};

/** Height of a heading whose checkbox a thumb can hit, in pixels. */
const THUMB = 44;

type Options = { width: number; windowWidth: number; hasHeadings: boolean; density: Density };

/** The measurements of a grid. */
export function frameOf({ width, windowWidth, hasHeadings, density }: Options): GridFrame {
  const {
    below: _,
    headingHeight,
    ...measures
  } = MEASURES[density].find(({ below }) => windowWidth < below) as Measures;
  const isCoarse = window.matchMedia('(pointer: coarse)').matches;
  return {
    ...measures,
    width: Math.max(1, Math.floor(width)),
    headingHeight: hasHeadings ? Math.max(headingHeight, isCoarse ? THUMB : 0) : 0,
  };
}
