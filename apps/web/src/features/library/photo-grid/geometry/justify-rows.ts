/** How rows are laid out, all in CSS pixels. */
export type RowFrame = { width: number; targetHeight: number; gap: number };

/** Rows of tiles in whole pixels; tile i of row r spans `tileLeft[i]`, `tileWidth[i]` at `rowTop[r]`. */
export type JustifiedRows = {
  tileCount: number;
  rowCount: number;
  /** First tile of each row, followed by the tile count. */
  rowStart: Int32Array;
  rowTop: Int32Array;
  rowHeight: Int32Array;
  tileLeft: Int32Array;
  tileWidth: Int32Array;
  height: number;
};

/** Pictures with ratios beyond these are cropped: no finger could hit a strip of 1 by 60,000 pixels. */
export const MIN_RATIO = 0.4;
export const MAX_RATIO = 4;
/** Assumed until the size of a photo is known: most cameras produce 4:3. */
export const ASSUMED_RATIO = 4 / 3;
/** A row may exceed the target height by this factor; one that would have to exceed it more ends early, at the target height. */
export const MAX_STRETCH = 1.5;
/**
 * A row of several photos lower than LOW (as a fraction of the target height) is a last resort, and one lower than LOWEST never
 * occurs.
 */
const LOW = 0.5;
const LOWEST = 0.25;
/** Penalty for a row before the last that ends early: more than any other. */
const ENDS_EARLY = 1_000;

/** The ratio a tile is drawn with; 0, NaN and Infinity mean unknown. */
export function drawnRatio(ratio: number): number {
  if (!(ratio > 0) || ratio === Number.POSITIVE_INFINITY) return ASSUMED_RATIO;
  return Math.min(MAX_RATIO, Math.max(MIN_RATIO, ratio));
}

/** The ratios tiles are drawn with. */
export function drawnRatios(ratios: ArrayLike<number>): Float64Array {
  const drawn = new Float64Array(ratios.length);
  for (let tile = 0; tile < drawn.length; tile++) drawn[tile] = drawnRatio(ratios[tile] as number);
  return drawn;
}

/**
 * Fills rows of equal width with pictures of the given width / height ratios, so that all rows together are as close to the
 * target height as possible. A last row with too few pictures keeps the target height. Linear in the number of tiles.
 */
export function justifyRows(ratios: ArrayLike<number>, frame: RowFrame): JustifiedRows {
  const drawn = drawnRatios(ratios);
  const { penalty, rowBefore } = breakRows(drawn, frame);
  const starts: number[] = [];
  for (let end = drawn.length; end > 0; ) {
    end = end === drawn.length ? lastRow(drawn, { penalty, end, frame }).start : (rowBefore[end] as number);
    starts.push(end);
  }
  return placeRows(drawn, starts.reverse(), frame);
}

/** Optimal full rows for every prefix of the tiles: their total penalty, and where the last row begins. */
type Breaks = { penalty: Float64Array; rowBefore: Int32Array };

/** Breaks tiles into full rows; `drawn` are the ratios they are drawn with. */
export function breakRows(drawn: Float64Array, frame: RowFrame): Breaks {
  const penalty = new Float64Array(drawn.length + 1);
  const rowBefore = new Int32Array(drawn.length + 1);
  for (let end = 1; end <= drawn.length; end++) {
    const best = bestRow(drawn, { penalty, end, frame }, ENDS_EARLY);
    penalty[end] = best.penalty;
    rowBefore[end] = best.start;
  }
  return { penalty, rowBefore };
}

type RowsBefore = { penalty: Float64Array; end: number; frame: RowFrame };

/** The best last row up to a tile, following full rows; it may end early. */
export const lastRow = (drawn: Float64Array, before: RowsBefore) => bestRow(drawn, before, 1);

function bestRow(drawn: Float64Array, { penalty, end, frame }: RowsBefore, endsEarly: number) {
  const { width, targetHeight, gap } = frame;
  let best = Number.POSITIVE_INFINITY;
  let bestStart = end - 1;
  let sum = 0;
  for (let start = end - 1; start >= 0; start--) {
    sum += drawn[start] as number;
    const height = (width - gap * (end - start - 1)) / sum;
    const isLow = height < targetHeight * (best < ENDS_EARLY ? LOW : LOWEST);
    if (isLow && start < end - 1) break;
    const isFull = height <= targetHeight * MAX_STRETCH;
    const row = isFull ? penaltyOf(height, targetHeight) : endsEarly * (3 - 2 * (targetHeight / height));
    const total = (penalty[start] as number) + row;
    if (total >= best) continue;
    best = total;
    bestStart = start;
  }
  return { start: bestStart, penalty: best };
}

/** Deviation of a height from the target: 0 at the target, equal for half and double of it. */
export function penaltyOf(height: number, targetHeight: number): number {
  return (Math.max(height / targetHeight, targetHeight / height) - 1) ** 2;
}

/** Height of a row, given the sum of its ratios: filling the width, or the target height if it ends early. */
export function heightOfRow(sum: number, tiles: number, { width, targetHeight, gap }: RowFrame): number {
  const height = (width - gap * (tiles - 1)) / sum;
  return height > targetHeight * MAX_STRETCH ? targetHeight : height;
}

/** Positions rows starting at these tiles, one below the other, in whole pixels. */
export function placeRows(drawn: Float64Array, starts: readonly number[], frame: RowFrame): JustifiedRows {
  const rows = emptyRows(drawn.length, starts);
  let top = 0;
  starts.forEach((start, row) => {
    const end = rows.rowStart[row + 1] as number;
    const height = heightOfRow(sumOf(drawn, start, end), end - start, frame);
    rows.rowTop[row] = top;
    rows.rowHeight[row] = Math.max(1, Math.round(height));
    placeTiles(rows, drawn, { start, end, height, frame });
    top += (rows.rowHeight[row] as number) + frame.gap;
  });
  rows.height = Math.max(0, top - frame.gap);
  return rows;
}

/** The row containing a tile. */
export function rowOfTile(rows: JustifiedRows, tile: number): number {
  return lastAtMost(rows.rowStart, rows.rowCount, tile);
}

/** The row at a height; within a gap, the row above it. */
export function rowAt(rows: JustifiedRows, y: number): number {
  return lastAtMost(rows.rowTop, rows.rowCount, y);
}

/** Index of the last of these ascending values that is at most `value`; 0 if there is none. */
export function lastAtMost(sorted: ArrayLike<number>, length: number, value: number): number {
  let low = 0;
  let high = length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((sorted[middle] as number) <= value) low = middle;
    else high = middle - 1;
  }
  return Math.max(0, low);
}

export function sumOf(drawn: Float64Array, start: number, end: number): number {
  let sum = 0;
  for (let tile = start; tile < end; tile++) sum += drawn[tile] as number;
  return sum;
}

function emptyRows(tileCount: number, starts: readonly number[]): JustifiedRows {
  const rowCount = starts.length;
  return {
    tileCount,
    rowCount,
    rowStart: Int32Array.from([...starts, tileCount]),
    rowTop: new Int32Array(rowCount),
    rowHeight: new Int32Array(rowCount),
    tileLeft: new Int32Array(tileCount),
    tileWidth: new Int32Array(tileCount),
    height: 0,
  };
}

type Row = { start: number; end: number; height: number; frame: RowFrame };

/** Rounds edges instead of widths, so that gaps stay even and full rows end exactly at the right edge. */
function placeTiles(rows: JustifiedRows, drawn: Float64Array, { start, end, height, frame }: Row): void {
  let x = 0;
  for (let tile = start; tile < end; tile++) {
    const left = Math.round(x);
    x += (drawn[tile] as number) * height;
    rows.tileLeft[tile] = left;
    rows.tileWidth[tile] = Math.max(1, Math.min(Math.round(x), Math.round(frame.width)) - left);
    x += frame.gap;
  }
}
