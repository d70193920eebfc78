import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  drawnRatio,
  type JustifiedRows,
  justifyRows,
  MAX_RATIO,
  MAX_STRETCH,
  MIN_RATIO,
  rowAt,
  rowOfTile,
} from './justify-rows.ts';

const frames = fc.record({
  width: fc.integer({ min: 320, max: 3000 }),
  targetHeight: fc.integer({ min: 90, max: 260 }),
  gap: fc.integer({ min: 0, max: 8 }),
});
const anyRatio = fc.oneof(
  fc.double({ min: 0.2, max: 6, noNaN: true }),
  fc.constantFrom(0, 1 / 60_000, 60_000, Number.NaN),
);
const ratioLists = fc.array(anyRatio, { maxLength: 300 });

function tilesOf(rows: JustifiedRows, row: number): number[] {
  const start = rows.rowStart[row] as number;
  return Array.from({ length: (rows.rowStart[row + 1] as number) - start }, (_, index) => start + index);
}

describe('justifyRows', () => {
  test('places every photo once, in order, in rows from left to right', () => {
    fc.assert(
      fc.property(ratioLists, frames, (ratios, frame) => {
        const rows = justifyRows(ratios, frame);
        const placed = Array.from({ length: rows.rowCount }, (_, row) => tilesOf(rows, row)).flat();
        expect(placed).toEqual(ratios.map((_, index) => index));
        for (let row = 0; row < rows.rowCount; row++) {
          expect(rows.tileLeft[rows.rowStart[row] as number]).toBe(0);
          for (const tile of tilesOf(rows, row).slice(1)) {
            const end = (rows.tileLeft[tile - 1] as number) + (rows.tileWidth[tile - 1] as number);
            expect(Math.abs((rows.tileLeft[tile] as number) - end - frame.gap)).toBeLessThanOrEqual(1);
          }
        }
      }),
    );
  });

  test('ends every row but the last exactly at the right edge, none beyond it', () => {
    fc.assert(
      fc.property(ratioLists, frames, (ratios, frame) => {
        const rows = justifyRows(ratios, frame);
        for (let row = 0; row < rows.rowCount; row++) {
          const last = tilesOf(rows, row).at(-1) as number;
          const end = (rows.tileLeft[last] as number) + (rows.tileWidth[last] as number);
          if (row < rows.rowCount - 1) expect(end).toBe(frame.width);
          expect(end).toBeLessThanOrEqual(frame.width);
        }
      }),
    );
  });

  test('keeps rows near the target height', () => {
    fc.assert(
      fc.property(ratioLists, frames, (ratios, frame) => {
        const rows = justifyRows(ratios, frame);
        for (let row = 0; row < rows.rowCount; row++) {
          expect(rows.rowHeight[row]).toBeLessThanOrEqual(Math.ceil(frame.targetHeight * MAX_STRETCH));
          expect(rows.rowHeight[row]).toBeGreaterThan(frame.targetHeight * 0.25 - 1);
        }
      }),
    );
  });

  test('fills the last row, too, unless it has too few pictures', () => {
    fc.assert(
      fc.property(ratioLists, frames, (ratios, frame) => {
        const rows = justifyRows(ratios, frame);
        fc.pre(rows.rowCount > 0);
        const tiles = tilesOf(rows, rows.rowCount - 1);
        const last = tiles.at(-1) as number;
        const end = (rows.tileLeft[last] as number) + (rows.tileWidth[last] as number);
        if (end === frame.width) return;
        expect(rows.rowHeight[rows.rowCount - 1]).toBe(frame.targetHeight);
        const sum = tiles.reduce((total, tile) => total + drawnRatio(ratios[tile] as number), 0);
        const full = (frame.width - frame.gap * (tiles.length - 1)) / sum;
        expect(full).toBeGreaterThan(frame.targetHeight * MAX_STRETCH);
      }),
    );
    const six = justifyRows(new Float32Array(6), { width: 1100, targetHeight: 240, gap: 4 });
    expect([...six.rowStart]).toEqual([0, 3, 6]);
  });

  test('stacks rows with the gap between them and adds up to its height', () => {
    fc.assert(
      fc.property(ratioLists, frames, (ratios, frame) => {
        const rows = justifyRows(ratios, frame);
        let top = 0;
        for (let row = 0; row < rows.rowCount; row++) {
          expect(rows.rowTop[row]).toBe(top);
          top += (rows.rowHeight[row] as number) + frame.gap;
        }
        expect(rows.height).toBe(Math.max(0, top - frame.gap));
      }),
    );
  });

  test('draws ordinary photos at their true ratio, within a pixel', () => {
    const ratio = fc.double({ min: MIN_RATIO, max: MAX_RATIO, noNaN: true });
    fc.assert(
      fc.property(fc.array(ratio, { minLength: 1, maxLength: 100 }), frames, (ratios, frame) => {
        const rows = justifyRows(ratios, frame);
        ratios.forEach((value, tile) => {
          const height = rows.rowHeight[rowOfTile(rows, tile)] as number;
          expect(Math.abs((rows.tileWidth[tile] as number) - height * value)).toBeLessThanOrEqual(
            1 + value / 2 + 1e-6,
          );
        });
      }),
    );
  });

  test('crops photos that are too narrow or too wide', () => {
    expect(drawnRatio(1 / 60_000)).toBe(MIN_RATIO);
    expect(drawnRatio(60_000)).toBe(MAX_RATIO);
  });

  test('finds the row of a tile and of a height', () => {
    fc.assert(
      fc.property(ratioLists, frames, (ratios, frame) => {
        const rows = justifyRows(ratios, frame);
        for (let row = 0; row < rows.rowCount; row++) {
          for (const tile of tilesOf(rows, row)) expect(rowOfTile(rows, tile)).toBe(row);
          expect(rowAt(rows, rows.rowTop[row] as number)).toBe(row);
          expect(rowAt(rows, (rows.rowTop[row] as number) + (rows.rowHeight[row] as number) - 1)).toBe(row);
        }
      }),
    );
  });

  test('takes linear time: 200,000 photos in well under a second', () => {
    const ratios = Float32Array.from({ length: 200_000 }, (_, index) => 0.6 + (index % 17) / 10);
    const start = performance.now();
    justifyRows(ratios, { width: 1200, targetHeight: 200, gap: 6 });
    expect(performance.now() - start).toBeLessThan(500);
  });
});
