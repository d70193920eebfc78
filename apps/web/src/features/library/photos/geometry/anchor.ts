import { rowAt, rowOfTile } from './justify-rows.ts';
import type { TimelineLayout } from './timeline-layout.ts';

/** What stands at a height: a tile of a section, and how far its row begins below that height. */
export type Anchor = { section: number; tile: number; offset: number };

/** The first tile of the first row that reaches below a height. */
export function anchorAt(layout: TimelineLayout, y: number): Anchor | undefined {
  if (layout.sectionCount === 0) return undefined;
  const section = layout.sectionAt(y);
  const rows = layout.rowsOf(section);
  const row = rowAt(rows, y - layout.topOf(section) - layout.frame.headingHeight);
  const tile = rows.rowStart[row] ?? 0;
  return { section, tile, offset: topOfTile(layout, section, tile) - y };
}

/** Where the row of a tile begins. */
export function topOfTile(layout: TimelineLayout, section: number, tile: number): number {
  const rows = layout.rowsOf(section);
  const row = rowOfTile(rows, Math.min(tile, rows.tileCount - 1));
  return layout.topOf(section) + layout.frame.headingHeight + (rows.rowTop[row] ?? 0);
}

/** Height of the row of a tile. */
export function heightOfTile(layout: TimelineLayout, section: number, tile: number): number {
  const rows = layout.rowsOf(section);
  return rows.rowHeight[rowOfTile(rows, tile)] ?? 0;
}
