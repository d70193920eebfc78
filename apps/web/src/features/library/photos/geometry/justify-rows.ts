/** How rows are laid out, all in CSS pixels. */
export type RowFrame = { width: number; targetHeight: number; gap: number };

/** Rows of tiles in whole pixels; tile i of row r spans `tileLeft[i]`, `tileWidth[i]` at `rowTop[r]`. */
export type JustifiedRows = {
  tileCount: number;
  rowCount: number;
  /** First tile of each row, and the tile count at the end. */
  rowStart: Int32Array;
  rowTop: Int32Array;
  rowHeight: Int32Array;
  tileLeft: Int32Array;
  tileWidth: Int32Array;
  height: number;
};

/** Pictures beyond these are cropped: no finger could hit a strip of 1 by 60,000 pixels. */
export const MIN_RATIO = 0.4;
export const MAX_RATIO = 4;
/** Assumed until the size of a photo is known: most cameras take 4 by 3. */
export const ASSUMED_RATIO = 4 / 3;
/** A row may grow this much over the target before it takes one more photo instead. */
const MAX_STRETCH = 1.5;

/** The ratio a tile is drawn at; 0, NaN and Infinity mean unknown. */
export function drawnRatio(ratio: number): number {
  if (!(ratio > 0) || ratio === Number.POSITIVE_INFINITY) return ASSUMED_RATIO;
  return Math.min(MAX_RATIO, Math.max(MIN_RATIO, ratio));
}

/**
 * Fills rows of equal width with pictures of the given width / height ratios, each row as close to the target height
 * as possible. The last row keeps the target height. Linear in the number of tiles.
 */
export function justifyRows(ratios: ArrayLike<number>, frame: RowFrame): JustifiedRows {
  const tileCount = ratios.length;
  const rows = emptyRows(tileCount);
  let top = 0;
  let start = 0;
  while (start < tileCount) {
    const { end, height } = fillRow(ratios, start, frame);
    const row = rows.rowCount++;
    rows.rowStart[row] = start;
    rows.rowTop[row] = top;
    rows.rowHeight[row] = Math.max(1, Math.round(height));
    placeTiles(rows, ratios, { start, end, height, frame });
    top += (rows.rowHeight[row] as number) + frame.gap;
    start = end;
  }
  rows.rowStart[rows.rowCount] = tileCount;
  rows.height = Math.max(0, top - frame.gap);
  return rows;
}

/** The row that holds a tile. */
export function rowOfTile(rows: JustifiedRows, tile: number): number {
  return lastAtMost(rows.rowStart, rows.rowCount, tile);
}

/** The row at a height; in a gap the row above it. */
export function rowAt(rows: JustifiedRows, y: number): number {
  return lastAtMost(rows.rowTop, rows.rowCount, y);
}

function lastAtMost(sorted: Int32Array, length: number, value: number): number {
  let low = 0;
  let high = length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((sorted[middle] as number) <= value) low = middle;
    else high = middle - 1;
  }
  return Math.max(0, low);
}

function emptyRows(tileCount: number): JustifiedRows {
  return {
    tileCount,
    rowCount: 0,
    rowStart: new Int32Array(tileCount + 1),
    rowTop: new Int32Array(tileCount),
    rowHeight: new Int32Array(tileCount),
    tileLeft: new Int32Array(tileCount),
    tileWidth: new Int32Array(tileCount),
    height: 0,
  };
}

/** Takes tiles until the width is full; leaves the last one to the next row if that comes closer to the target. */
function fillRow(ratios: ArrayLike<number>, start: number, { width, targetHeight, gap }: RowFrame) {
  let sum = 0;
  for (let tile = start; tile < ratios.length; tile++) {
    const before = sum;
    sum += drawnRatio(ratios[tile] as number);
    const gaps = (tile - start) * gap;
    if (sum * targetHeight + gaps < width) continue;
    const height = (width - gaps) / sum;
    const without = tile > start ? (width - gaps + gap) / before : Number.POSITIVE_INFINITY;
    const leavesLast = without / targetHeight < Math.min(MAX_STRETCH, targetHeight / height);
    return leavesLast ? { end: tile, height: without } : { end: tile + 1, height };
  }
  return { end: ratios.length, height: targetHeight };
}

type Row = { start: number; end: number; height: number; frame: RowFrame };

/** Rounds edges, not widths, so that gaps stay even and full rows end exactly at the right edge. */
function placeTiles(
  rows: JustifiedRows,
  ratios: ArrayLike<number>,
  { start, end, height, frame }: Row,
): void {
  let x = 0;
  for (let tile = start; tile < end; tile++) {
    const left = Math.round(x);
    x += drawnRatio(ratios[tile] as number) * height;
    rows.tileLeft[tile] = left;
    rows.tileWidth[tile] = Math.max(1, Math.min(Math.round(x), Math.round(frame.width)) - left);
    x += frame.gap;
  }
}
