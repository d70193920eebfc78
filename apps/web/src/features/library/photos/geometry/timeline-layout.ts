import {
  ASSUMED_RATIO,
  type JustifiedRows,
  justifyRows,
  type RowFrame,
  rowAt,
  rowOfTile,
} from './justify-rows.ts';
import { createPrefixSums, type PrefixSums } from './prefix-sums.ts';

/** Rows and the space around them, in CSS pixels. */
export type GridFrame = RowFrame & { headingHeight: number; sectionGap: number };

/** A section to lay out; `ratios` has one value per tile (0 = unknown) and is null until any is known. */
export type SectionTiles = { tileCount: number; ratios: Float32Array | null };

/** A tile of the grid. */
export type TilePosition = { section: number; tile: number };

/** Position of every section and tile. Offsets are virtual: a million photos are 50 million pixels high. */
export type TimelineLayout = {
  readonly frame: GridFrame;
  readonly sectionCount: number;
  height(): number;
  topOf(section: number): number;
  heightOf(section: number): number;
  /** The section at a height. */
  sectionAt(y: number): number;
  /** Rows of a section, measured from below its heading; laid out on first use. */
  rowsOf(section: number): JustifiedRows;
  /** Replaces the tiles of a section; O(log sections) besides its own rows. */
  update(section: number, tiles: SectionTiles): void;
};

/** Lays out sections below one another: exactly where ratios are known, estimated from the count elsewhere. */
export function createTimelineLayout(frame: GridFrame, initial: readonly SectionTiles[]): TimelineLayout {
  const sections = [...initial];
  const rows: (JustifiedRows | undefined)[] = sections.map(() => undefined);
  const estimate = createEstimate(frame);

  function justify(section: number): JustifiedRows {
    const { ratios, tileCount } = sections[section] as SectionTiles;
    const justified = justifyRows(ratios ?? new Float32Array(tileCount), frame);
    rows[section] = justified;
    return justified;
  }

  function outerHeight(section: number): number {
    const { ratios, tileCount } = sections[section] as SectionTiles;
    const inner = ratios ? justify(section).height : estimate(tileCount);
    return Math.round(frame.headingHeight + inner + frame.sectionGap);
  }

  const heights: PrefixSums = createPrefixSums(sections.map((_, section) => outerHeight(section)));
  return {
    frame,
    sectionCount: sections.length,
    height: heights.total,
    topOf: heights.sumBefore,
    heightOf: heights.get,
    sectionAt: heights.indexAt,
    rowsOf: (section) => rows[section] ?? justify(section),
    update(section, tiles) {
      const before = sections[section];
      if (before?.ratios === tiles.ratios && before.tileCount === tiles.tileCount) return;
      sections[section] = tiles;
      rows[section] = undefined;
      heights.set(section, outerHeight(section));
    },
  };
}

/**
 * Height of `tileCount` photos of unknown size: what justifyRows yields for that many assumed ratios, computed from one
 * row, because all full rows are alike.
 */
function createEstimate(frame: GridFrame): (tileCount: number) => number {
  const sample = new Float32Array(Math.ceil(frame.width / (frame.targetHeight * ASSUMED_RATIO)) * 2 + 2);
  const rows = justifyRows(sample, frame);
  const perRow = Math.max(1, (rows.rowStart[1] ?? 1) - (rows.rowStart[0] ?? 0));
  const fullHeight = rows.rowHeight[0] ?? frame.targetHeight;
  return (tileCount) => {
    if (tileCount <= 0) return 0;
    const full = Math.floor((tileCount - 1) / perRow);
    const rest = justifyRows(new Float32Array(tileCount - full * perRow), frame).height;
    return full * (fullHeight + frame.gap) + rest;
  };
}

/** The tile at a height, and how far below that height its row begins. */
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

/** Top of the row of a tile. */
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
