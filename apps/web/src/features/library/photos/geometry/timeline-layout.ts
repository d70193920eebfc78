import { ASSUMED_RATIO, type JustifiedRows, justifyRows, type RowFrame } from './justify-rows.ts';
import { createPrefixSums, type PrefixSums } from './prefix-sums.ts';

/** Rows and what stands around them, in CSS pixels. */
export type GridFrame = RowFrame & { headingHeight: number; sectionGap: number };

/** What the layout needs of a section; `ratios` has one value a tile (0 = unknown), or is null before any is known. */
export type SectionTiles = { tileCount: number; ratios: Float32Array | null };

/** Where every section and tile stands. Offsets are virtual: a million photos are 50 million pixels high. */
export type TimelineLayout = {
  readonly frame: GridFrame;
  readonly sectionCount: number;
  height(): number;
  topOf(section: number): number;
  heightOf(section: number): number;
  /** The section at a height. */
  sectionAt(y: number): number;
  /** Rows of a section, measured from below its heading; laid out when first asked for. */
  rowsOf(section: number): JustifiedRows;
  /** Replaces what a section holds; O(log sections) besides the section's own rows. */
  update(section: number, tiles: SectionTiles): void;
};

/** Lays sections below one another: exactly where ratios are known, by estimate from the count where not. */
export function createTimelineLayout(frame: GridFrame, initial: readonly SectionTiles[]): TimelineLayout {
  const sections = [...initial];
  const rows: (JustifiedRows | undefined)[] = sections.map(() => undefined);
  const estimate = createEstimate(frame);

  function layOut(section: number): JustifiedRows {
    const { ratios, tileCount } = sections[section] as SectionTiles;
    const laidOut = justifyRows(ratios ?? new Float32Array(tileCount), frame);
    rows[section] = laidOut;
    return laidOut;
  }

  function outerHeight(section: number): number {
    const { ratios, tileCount } = sections[section] as SectionTiles;
    const inner = ratios ? layOut(section).height : estimate(tileCount);
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
    rowsOf: (section) => rows[section] ?? layOut(section),
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
 * Height of rows of `tileCount` photos of unknown size. It is what justifyRows gives for that many assumed
 * ratios, without laying out each: full rows are all alike.
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
