import { rowAt } from './justify-rows.ts';
import type { TimelineLayout } from './timeline-layout.ts';

/** Tiles of one section to draw: from `firstTile` up to but excluding `endTile`. */
export type VisibleSection = { section: number; firstTile: number; endTile: number };

/** Maximum tiles drawn at once on any screen; with their children they stay below 2,000 nodes. */
export const MAX_TILES = 400;

/** The sections and tiles between two heights, in order. */
export function findVisible(layout: TimelineLayout, from: number, to: number): VisibleSection[] {
  const visible: VisibleSection[] = [];
  if (layout.sectionCount === 0 || to <= from) return visible;
  let left = MAX_TILES;
  for (
    let section = layout.sectionAt(Math.max(0, from));
    section < layout.sectionCount && left > 0;
    section++
  ) {
    const top = layout.topOf(section);
    if (top >= to) break;
    const range = tilesBetween(layout, section, { from: from - top, to: to - top });
    const endTile = Math.min(range.endTile, range.firstTile + left);
    visible.push({ section, firstTile: range.firstTile, endTile });
    left -= endTile - range.firstTile;
  }
  return visible;
}

/** Tiles of a section between two heights, relative to the section's top. */
function tilesBetween(layout: TimelineLayout, section: number, { from, to }: { from: number; to: number }) {
  const rows = layout.rowsOf(section);
  const start = from - layout.frame.headingHeight;
  const end = to - layout.frame.headingHeight;
  if (rows.rowCount === 0 || end <= 0 || start >= rows.height) return { firstTile: 0, endTile: 0 };
  const firstRow = rowAt(rows, Math.max(0, start));
  const lastRow = rowAt(rows, end - 1);
  return { firstTile: rows.rowStart[firstRow] as number, endTile: rows.rowStart[lastRow + 1] as number };
}

/** Whether two ranges draw the same tiles. */
export function isSameRange(a: readonly VisibleSection[], b: readonly VisibleSection[]): boolean {
  return a.length === b.length && a.every((one, index) => isSameSection(one, b[index]));
}

function isSameSection(a: VisibleSection, b: VisibleSection | undefined): boolean {
  return a.section === b?.section && a.firstTile === b.firstTile && a.endTile === b.endTile;
}
