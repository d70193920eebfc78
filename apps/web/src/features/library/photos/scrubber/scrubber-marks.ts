import type { TimelineLayout } from '../geometry/timeline-layout.ts';

/** A label of the rail: a year, and where it begins as a fraction of the rail. */
export type ScrubberMark = { label: string; fraction: number };

/** Labels closer than this, in pixels, would overlap. */
const MARK_DISTANCE = 26;

type Options = { layout: TimelineLayout; labels: readonly string[]; railHeight: number };

/** The first section of each label, in proportion to the height of its photos; those without room are left out. */
export function scrubberMarks({ layout, labels, railHeight }: Options): ScrubberMark[] {
  const marks: ScrubberMark[] = [];
  const total = Math.max(1, layout.height());
  let previous: string | undefined;
  for (let section = 0; section < layout.sectionCount; section++) {
    const label = labels[section] ?? '';
    if (label === previous) continue;
    previous = label;
    const fraction = layout.topOf(section) / total;
    const last = marks.at(-1);
    if (label && (!last || (fraction - last.fraction) * railHeight >= MARK_DISTANCE))
      marks.push({ label, fraction });
  }
  return marks;
}
