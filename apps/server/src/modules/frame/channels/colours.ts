import { contrastOf } from '../../../platform/colours.ts';

/** The surfaces on which a brand's colour must be readable, in both schemes: panels and mails, pages, and hovered items. */
export const SURFACES = {
  light: ['#ffffff', '#fbfaf8', '#f2f0ec'],
  dark: ['#1c1e22', '#151619', '#26292e'],
} as const;
/** Text colours on a button of a brand's colour: the web app takes the better of the two. */
const ON_ACCENT = ['#ffffff', '#15171a'];
/** Minimum contrast of text with its background (WCAG 2.2, 1.4.3); rings and borders need less (1.4.11). */
const READABLE = 4.5;

/** Why a colour of a scheme could not be read, or null. */
export function faultOfColour(colour: string, scheme: keyof typeof SURFACES): string | null {
  const [worst = { surface: '', contrast: 0 }] = SURFACES[scheme]
    .map((surface) => ({ surface, contrast: contrastOf(colour, surface) }))
    .sort((a, b) => a.contrast - b.contrast);
  if (worst.contrast < READABLE)
    return `${colour} has a contrast of ${roundedDown(worst.contrast)} to the ${scheme} surface ${worst.surface}, and text needs ${READABLE}`;
  const best = Math.max(...ON_ACCENT.map((text) => contrastOf(colour, text)));
  return best < READABLE
    ? `neither white nor black text can be read on ${colour}: the better has a contrast of ${roundedDown(best)}, and text needs ${READABLE}`
    : null;
}

/** Rounded down, so that a value just too low does not look sufficient. */
const roundedDown = (contrast: number) => (Math.floor(contrast * 100) / 100).toFixed(2);
