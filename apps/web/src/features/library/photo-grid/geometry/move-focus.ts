import { rowAt, rowOfTile } from './justify-rows.ts';
import type { TilePosition, TimelineLayout } from './timeline-layout.ts';

type Move = { layout: TimelineLayout; from: TilePosition; viewport: number };

/** Target of a key press; undefined for other keys and at the ends of the grid. */
export function moveFocus(key: string, move: Move): TilePosition | undefined {
  switch (key) {
    case 'ArrowRight':
      return step(move, 1);
    case 'ArrowLeft':
      return step(move, -1);
    case 'ArrowDown':
      return stepRow(move, 1);
    case 'ArrowUp':
      return stepRow(move, -1);
    case 'PageDown':
      return stepFar(move, 1);
    case 'PageUp':
      return stepFar(move, -1);
    case 'Home':
      return neighbourSection(move.layout, -1, 1);
    case 'End':
      return lastTile(neighbourSection(move.layout, move.layout.sectionCount, -1), move.layout);
    default:
      return undefined;
  }
}

function step({ layout, from }: Move, by: 1 | -1): TilePosition | undefined {
  const tile = from.tile + by;
  if (tile >= 0 && tile < layout.rowsOf(from.section).tileCount) return { section: from.section, tile };
  const next = neighbourSection(layout, from.section, by);
  return by > 0 ? next : lastTile(next, layout);
}

function stepRow({ layout, from }: Move, by: 1 | -1): TilePosition | undefined {
  const rows = layout.rowsOf(from.section);
  const row = rowOfTile(rows, from.tile) + by;
  const x = centreOf(layout, from);
  if (row >= 0 && row < rows.rowCount) return nearestInRow(layout, { section: from.section, row, x });
  const { first, end } = layout.besides(from.section);
  const next = neighbourSection(layout, by > 0 ? end - 1 : first, by);
  if (!next) return undefined;
  const section = nearestBeside(layout, next.section, x);
  return nearestInRow(layout, { section, row: by > 0 ? 0 : layout.rowsOf(section).rowCount - 1, x });
}

/** The tile about one viewport further. */
function stepFar({ layout, from, viewport }: Move, by: 1 | -1): TilePosition | undefined {
  const { headingHeight } = layout.frame;
  const rowsBefore = layout.rowsOf(from.section);
  const top = rowsBefore.rowTop[rowOfTile(rowsBefore, from.tile)] ?? 0;
  const y = layout.topOf(from.section) + headingHeight + top + by * viewport * 0.9;
  const x = centreOf(layout, from);
  const reached = layout.sectionAt(Math.min(Math.max(0, y), layout.height() - 1));
  const section = nearestBeside(layout, reached, x);
  if (layout.rowsOf(section).tileCount === 0) return neighbourSection(layout, section, by);
  const row = rowAt(layout.rowsOf(section), y - layout.topOf(section) - headingHeight);
  return nearestInRow(layout, { section, row, x });
}

function centreOf(layout: TimelineLayout, { section, tile }: TilePosition): number {
  const rows = layout.rowsOf(section);
  return layout.leftOf(section) + (rows.tileLeft[tile] ?? 0) + (rows.tileWidth[tile] ?? 0) / 2;
}

/** Of the sections side by side, the one at this distance from the left. */
function nearestBeside(layout: TimelineLayout, section: number, x: number): number {
  const { first, end } = layout.besides(section);
  let found = first;
  while (found + 1 < end && layout.leftOf(found + 1) <= x) found++;
  return found;
}

function nearestInRow(layout: TimelineLayout, at: { section: number; row: number; x: number }): TilePosition {
  const rows = layout.rowsOf(at.section);
  const x = at.x - layout.leftOf(at.section);
  const end = rows.rowStart[at.row + 1] ?? 0;
  let tile = rows.rowStart[at.row] ?? 0;
  while (tile + 1 < end && (rows.tileLeft[tile + 1] as number) <= x) tile++;
  return { section: at.section, tile };
}

/** First tile of the next non-empty section in a direction. */
function neighbourSection(layout: TimelineLayout, from: number, by: 1 | -1): TilePosition | undefined {
  for (let section = from + by; section >= 0 && section < layout.sectionCount; section += by) {
    if (layout.rowsOf(section).tileCount > 0) return { section, tile: 0 };
  }
  return undefined;
}

function lastTile(at: TilePosition | undefined, layout: TimelineLayout): TilePosition | undefined {
  return at && { ...at, tile: layout.rowsOf(at.section).tileCount - 1 };
}
