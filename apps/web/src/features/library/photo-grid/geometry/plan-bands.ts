import {
  breakRows,
  type JustifiedRows,
  lastRow,
  penaltyOf,
  placeRows,
  type RowFrame,
  sumOf,
} from './justify-rows.ts';

/** A section as input for planning bands. */
export type Member = {
  /** The year of a month. Sections of different groups only share a band where there are few photos. */
  group: string;
  tileCount: number;
  /** Penalty of its rows if it has a band of its own. */
  penalty: number;
  /** Its tiles in one row and in two; empty if there are too many to share a band. */
  blocks: readonly Block[];
};

/** The tiles of a section in rows of equal width; at width `w` it is `w * slope + base` high. */
export type Block = { rows: readonly BlockRow[]; slope: number; base: number };
type BlockRow = { start: number; tiles: number; sum: number };

/** Sections from `first` up to but excluding `end`. */
export type Sections = { first: number; end: number };

/** Sections side by side, with a block and a width for each; both arrays are empty for a single section. */
export type Band = Sections & { blocks: readonly Block[]; widths: readonly number[] };

/** Measurements of bands, in CSS pixels. */
export type BandFrame = RowFrame & {
  /** Gap between sections side by side; 0 gives each a band of its own. */
  gutter: number;
};

/** Sections with more tiles than this fill rows by themselves. */
const MAX_TILES_BESIDE = 12;
const MAX_BESIDE = 5;
const ROWS_OF_BLOCK = 2;
/** Minimum width of a section for a readable heading, in pixels. */
const MIN_WIDTH = 120;
/** How far rows in shared bands may deviate from the target height, so that few sections stay alone. */
const MIN_HEIGHT = 0.55;
const MAX_HEIGHT = 1.6;
/** Penalty of a band in addition to its rows: fewer headings below one another leave room for more pictures. */
const BAND_PENALTY = 0.3;
/** Groups whose photos fill fewer rows than this share bands with the next group. */
const ROWS_OF_GROUP = 2;

/** Whether a section is small enough to share a band; larger ones fill rows by themselves. */
export const isSmall = (tileCount: number) => tileCount > 0 && tileCount <= MAX_TILES_BESIDE;

/** Creates the planning input of a section; `drawn` are the ratios of a small section, null for a large one. */
export function createMember(group: string, drawn: Float64Array | null, frame: BandFrame): Member {
  if (!drawn) return { group, tileCount: Number.POSITIVE_INFINITY, penalty: 0, blocks: [] };
  const { penalty } = breakRows(drawn, frame);
  const most = Math.min(ROWS_OF_BLOCK, drawn.length);
  const blocks = Array.from({ length: most }, (_, more) =>
    blockOf(drawn, breaksOf(drawn, more + 1), frame.gap),
  );
  const { length: tileCount } = drawn;
  return { group, tileCount, penalty: lastRow(drawn, { penalty, end: tileCount, frame }).penalty, blocks };
}

function blockOf(drawn: Float64Array, starts: readonly number[], gap: number): Block {
  const rows = starts.map((start, row) => {
    const end = starts[row + 1] ?? drawn.length;
    return { start, tiles: end - start, sum: sumOf(drawn, start, end) };
  });
  let slope = 0;
  let base = gap * (rows.length - 1);
  for (const { tiles, sum } of rows) {
    slope += 1 / sum;
    base -= (gap * (tiles - 1)) / sum;
  }
  return { rows, slope, base };
}

/** Breaks tiles into a number of rows of nearly equal height. */
function breaksOf(drawn: Float64Array, rows: number): number[] {
  const total = sumOf(drawn, 0, drawn.length);
  const starts = [0];
  let sum = 0;
  for (let tile = 1; tile < drawn.length && starts.length < rows; tile++) {
    sum += drawn[tile - 1] as number;
    const ideal = (total * starts.length) / rows;
    const mustBreak = drawn.length - tile === rows - starts.length;
    const isNearer = sum + (drawn[tile] as number) - ideal > ideal - sum;
    if (mustBreak || isNearer) starts.push(tile);
  }
  return starts;
}

/** Decides which sections share a band: those whose rows together come closest to the target height. */
export function planBands(members: readonly Member[], frame: BandFrame): Band[] {
  return runsOf(members, frame).flatMap((run) => bandsOfRun(members, run, frame));
}

/** Groups, with small ones combined: a change in one run does not move anything in another. */
function runsOf(members: readonly Member[], { width, targetHeight, gutter }: BandFrame): Sections[] {
  const enough = (ROWS_OF_GROUP * width) / targetHeight;
  const runs: Sections[] = [];
  let tiles = 0;
  members.forEach(({ group, tileCount }, index) => {
    const last = runs.at(-1);
    const isOther = group !== members[index - 1]?.group;
    if (!last || gutter === 0 || (isOther && tiles >= enough)) {
      runs.push({ first: index, end: index + 1 });
      tiles = 0;
    } else last.end = index + 1;
    tiles += tileCount;
  });
  return runs;
}

type Planned = { penalty: number; band: Band };

function bandsOfRun(members: readonly Member[], { first, end }: Sections, frame: BandFrame): Band[] {
  /** The best bands up to each section: the last band, and the total penalty. */
  const best: Planned[] = [];
  const penaltyBefore = (section: number) => best[section - 1 - first]?.penalty ?? 0;
  for (let last = first; last < end; last++) {
    const alone = { first: last, end: last + 1, blocks: [], widths: [] };
    let found: Planned = { penalty: penaltyBefore(last) + (members[last] as Member).penalty, band: alone };
    for (const shared of sharedWith(members, { first, end: last + 1 }, frame)) {
      const penalty = penaltyBefore(shared.band.first) + shared.penalty;
      if (penalty < found.penalty) found = { penalty, band: shared.band };
    }
    best.push({ ...found, penalty: found.penalty + BAND_PENALTY });
  }
  const bands: Band[] = [];
  for (let at = end; at > first; at = (bands[0] as Band).first)
    bands.unshift((best[at - 1 - first] as Planned).band);
  return bands;
}

/** The bands the last of these sections can share with preceding ones. */
function sharedWith(members: readonly Member[], { first, end }: Sections, frame: BandFrame): Planned[] {
  const bands: (Planned | undefined)[] = [];
  for (let start = end - 2; start >= Math.max(first, end - MAX_BESIDE); start--) {
    for (let rows = 1; rows <= ROWS_OF_BLOCK; rows++)
      bands.push(shareBand(members, { first: start, end, rows }, frame));
  }
  return bands.filter((band) => band !== undefined);
}

type Sharing = Sections & { rows: number };

/** Places sections side by side in blocks of equal height; undefined if pictures or headings would become too small or large. */
function shareBand(
  members: readonly Member[],
  { first, end, rows }: Sharing,
  frame: BandFrame,
): Planned | undefined {
  const blocks: Block[] = [];
  for (let section = first; section < end; section++) {
    const ways = (members[section] as Member).blocks;
    const block = ways[Math.min(rows, ways.length) - 1];
    if (!block) return undefined;
    blocks.push(block);
  }
  const room = frame.width - frame.gutter * (blocks.length - 1);
  const height =
    (room + blocks.reduce((sum, { slope, base }) => sum + base / slope, 0)) /
    blocks.reduce((sum, { slope }) => sum + 1 / slope, 0);
  const widths = blocks.map(({ slope, base }) => (height - base) / slope);
  if (widths.some((width) => width < MIN_WIDTH)) return undefined;
  let penalty = 0;
  for (const [index, block] of blocks.entries()) {
    for (const { tiles, sum } of block.rows) {
      const rowHeight = ((widths[index] as number) - frame.gap * (tiles - 1)) / sum;
      const share = rowHeight / frame.targetHeight;
      if (share < MIN_HEIGHT || share > MAX_HEIGHT) return undefined;
      penalty += penaltyOf(rowHeight, frame.targetHeight) * ((widths[index] as number) / room);
    }
  }
  return { penalty, band: { first, end, blocks, widths } };
}

/**
 * Rows side by side whose ends differ by at most this are aligned, because a small difference looks like a mistake. In pixels.
 */
const NEARLY_LEVEL = 6;

/** Height of the first row of each block in a band, in whole pixels. */
export function firstRowsOf({ blocks, widths }: Band, gap: number): number[] {
  let level = Number.NaN;
  return blocks.map(({ rows }, index) => {
    const { tiles, sum } = rows[0] as BlockRow;
    const own = Math.round(((widths[index] as number) - gap * (tiles - 1)) / sum);
    if (rows.length > 1 && !(Math.abs(own - level) <= NEARLY_LEVEL)) level = own;
    return rows.length > 1 ? level : own;
  });
}

type Box = { width: number; height: number; firstRow: number; gap: number };

/** The rows of a block in whole pixels, filling its box. */
export function placeBlock({ rows }: Block, drawn: Float64Array, box: Box): JustifiedRows {
  const { width, height, firstRow, gap } = box;
  const starts = rows.map(({ start }) => start);
  const placed = placeRows(drawn, starts, { width, gap, targetHeight: Number.POSITIVE_INFINITY });
  const last = rows.length - 1;
  if (last > 0) {
    placed.rowHeight[0] = firstRow;
    placed.rowTop[last] = firstRow + gap;
  }
  placed.rowHeight[last] = height - (placed.rowTop[last] as number);
  return { ...placed, height };
}
