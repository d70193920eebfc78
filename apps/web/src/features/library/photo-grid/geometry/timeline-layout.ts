import {
  ASSUMED_RATIO,
  breakRows,
  drawnRatios,
  heightOfRow,
  type JustifiedRows,
  justifyRows,
  lastAtMost,
  lastRow,
  rowAt,
  rowOfTile,
  sumOf,
} from './justify-rows.ts';
import {
  type Band,
  type BandFrame,
  type Block,
  createMember,
  firstRowsOf,
  isSmall,
  type Member,
  placeBlock,
  planBands,
  type Sections,
} from './plan-bands.ts';

/** Bands of rows and the space around them, in CSS pixels. */
export type GridFrame = BandFrame & { headingHeight: number; sectionGap: number };

/** A section to lay out; `ratios` has one value per tile (0 = unknown) and is null until any is known. */
export type SectionTiles = {
  tileCount: number;
  ratios: Float32Array | null;
  /** Small sections of one group share bands; a month's group is its year. */
  group?: string | undefined;
};

/** A tile of the grid. */
export type TilePosition = { section: number; tile: number };

/** Position of every section and tile. Offsets are virtual: a million photos are 50 million pixels high. */
export type TimelineLayout = {
  readonly frame: GridFrame;
  readonly sectionCount: number;
  height(): number;
  /** Top and height of a section are those of its band. */
  topOf(section: number): number;
  heightOf(section: number): number;
  leftOf(section: number): number;
  widthOf(section: number): number;
  /** The first section of the band at a height. */
  sectionAt(y: number): number;
  /** The sections sharing a section's band, including itself, from left to right. */
  besides(section: number): Sections;
  /** Rows of a section, relative to below its heading and to its left edge; computed on first use. */
  rowsOf(section: number): JustifiedRows;
  /** Replaces the tiles of a section. Only its group is planned again; the rest costs no more than additions. */
  update(section: number, tiles: SectionTiles): void;
};

/** Lays out sections in bands from top to bottom: exactly where ratios are known, otherwise estimated from the count. */
export function createTimelineLayout(frame: GridFrame, initial: readonly SectionTiles[]): TimelineLayout {
  const alone = createSectionsAlone(frame, initial);
  let planned: Places | undefined;

  function places(): Places {
    planned ??= placeBands(planBands(alone.members(), frame), frame, alone.heightOf);
    return planned;
  }
  const spotOf = (section: number) => places().spots[section] as Spot;
  const topOfBand = (band: number) => places().tops[band] as number;
  const heightOf = (section: number) => topOfBand(spotOf(section).band + 1) - topOfBand(spotOf(section).band);

  return {
    frame,
    sectionCount: initial.length,
    height: () => topOfBand(places().bands.length),
    topOf: (section) => topOfBand(spotOf(section).band),
    heightOf,
    leftOf: (section) => spotOf(section).left,
    widthOf: (section) => spotOf(section).width,
    sectionAt(y) {
      const { bands, tops } = places();
      return bands[lastAtMost(tops, bands.length, y)]?.first ?? 0;
    },
    besides: (section) => places().bands[spotOf(section).band] as Band,
    rowsOf(section) {
      const spot = spotOf(section);
      if (!spot.block) return alone.rowsOf(section);
      const { gap, headingHeight, sectionGap } = frame;
      const height = heightOf(section) - headingHeight - sectionGap;
      spot.rows ??= placeBlock(spot.block, alone.ratiosOf(section), { ...spot, height, gap });
      return spot.rows;
    },
    update(section, tiles) {
      if (alone.update(section, tiles)) planned = undefined;
    },
  };
}

/** Each section by itself, in full width; computed on first use, and again once its tiles are replaced. */
function createSectionsAlone(frame: GridFrame, initial: readonly SectionTiles[]) {
  const sections = [...initial];
  const members: (Member | undefined)[] = [];
  const rows: (JustifiedRows | undefined)[] = [];
  const estimate = createEstimate(frame);
  const tilesOf = (section: number) => sections[section] as SectionTiles;

  function ratiosOf(section: number) {
    const { ratios, tileCount } = tilesOf(section);
    return drawnRatios(ratios ?? new Float32Array(tileCount));
  }
  function memberOf({ tileCount, group = '' }: SectionTiles, section: number): Member {
    members[section] ??= createMember(group, isSmall(tileCount) ? ratiosOf(section) : null, frame);
    return members[section];
  }
  function rowsOf(section: number): JustifiedRows {
    rows[section] ??= justifyRows(ratiosOf(section), frame);
    return rows[section];
  }
  return {
    ratiosOf,
    members: () => sections.map(memberOf),
    rowsOf,
    heightOf(section: number): number {
      const { ratios, tileCount } = tilesOf(section);
      return ratios ? rowsOf(section).height : estimate(tileCount);
    },
    /** Returns whether the tiles are others. */
    update(section: number, tiles: SectionTiles): boolean {
      const { ratios, tileCount } = tilesOf(section);
      if (ratios === tiles.ratios && tileCount === tiles.tileCount) return false;
      sections[section] = tiles;
      members[section] = undefined;
      rows[section] = undefined;
      return true;
    },
  };
}

/** Placement of a section: in a shared band with its block, whose rows are computed on first use, or in a band of its own. */
type Spot = {
  band: number;
  left: number;
  width: number;
  block?: Block;
  firstRow: number;
  rows?: JustifiedRows;
};

/** Tops of the bands, followed by the total height, and the placement of each section. */
type Places = { bands: readonly Band[]; tops: Float64Array; spots: readonly Spot[] };

/** Places bands from top to bottom, in whole pixels. */
function placeBands(
  bands: readonly Band[],
  frame: GridFrame,
  heightAlone: (section: number) => number,
): Places {
  const tops = new Float64Array(bands.length + 1);
  const spots: Spot[] = [];
  const full = Math.round(frame.width);
  for (const [index, band] of bands.entries()) {
    const { first, blocks, widths } = band;
    const [block, width = 0] = [blocks[0], widths[0]];
    const inner = block ? Math.round(width * block.slope + block.base) : heightAlone(first);
    tops[index + 1] = (tops[index] as number) + frame.headingHeight + inner + frame.sectionGap;
    if (!block) spots.push({ band: index, left: 0, width: full, firstRow: 0 });
    const firstRows = firstRowsOf(band, frame.gap);
    let x = 0;
    for (const [at, one] of blocks.entries()) {
      const left = Math.round(x);
      x += widths[at] as number;
      const firstRow = firstRows[at] as number;
      spots.push({ band: index, left, width: Math.round(x) - left, block: one, firstRow });
      x += frame.gutter;
    }
  }
  return { bands, tops, spots };
}

/**
 * Estimated height of `tileCount` photos of unknown size: what justifyRows yields for as many assumed ratios. The rows of fewer
 * photos are a prefix of those of more, so that all counts share one table.
 */
function createEstimate(frame: GridFrame): (tileCount: number) => number {
  let drawn: Float64Array = new Float64Array(0);
  let penalty: Float64Array = drawn;
  let bottoms: Float64Array = drawn;

  function bottomOf(start: number, end: number): number {
    const height = heightOfRow(sumOf(drawn, start, end), end - start, frame);
    return (bottoms[start] as number) + Math.max(1, Math.round(height)) + frame.gap;
  }

  function grow(tileCount: number): void {
    drawn = new Float64Array(Math.max(tileCount, drawn.length * 2)).fill(ASSUMED_RATIO);
    const breaks = breakRows(drawn, frame);
    penalty = breaks.penalty;
    bottoms = new Float64Array(drawn.length + 1);
    for (let end = 1; end <= drawn.length; end++)
      bottoms[end] = bottomOf(breaks.rowBefore[end] as number, end);
  }

  return (tileCount) => {
    if (tileCount <= 0) return 0;
    if (tileCount > drawn.length) grow(tileCount);
    return bottomOf(lastRow(drawn, { penalty, end: tileCount, frame }).start, tileCount) - frame.gap;
  };
}

/** The tile at a height, and how far below that height its row begins. */
export type Anchor = { section: number; tile: number; offset: number };

/** The first tile of the first row reaching below a height; for sections side by side, of the first one. */
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
