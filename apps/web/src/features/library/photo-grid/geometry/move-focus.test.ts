import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { moveFocus } from './move-focus.ts';
import { createTimelineLayout, type TilePosition, topOfTile } from './timeline-layout.ts';

const frame = { width: 1100, targetHeight: 200, gap: 6, gutter: 20, headingHeight: 56, sectionGap: 28 };
const layout = createTimelineLayout(
  frame,
  [5, 0, 30, 7].map((tileCount) => ({ tileCount, ratios: null })),
);
const move = (key: string, section: number, tile: number) =>
  moveFocus(key, { layout, from: { section, tile }, viewport: 900 });

describe('moveFocus', () => {
  test('moves from photo to photo and on into the next month, skipping empty ones', () => {
    expect(move('ArrowRight', 0, 0)).toEqual({ section: 0, tile: 1 });
    expect(move('ArrowRight', 0, 4)).toEqual({ section: 2, tile: 0 });
    expect(move('ArrowLeft', 2, 0)).toEqual({ section: 0, tile: 4 });
  });

  test('goes to the photo above or below', () => {
    expect(move('ArrowDown', 2, 1)).toEqual({ section: 2, tile: 5 });
    expect(move('ArrowUp', 2, 5)).toEqual({ section: 2, tile: 1 });
    expect(move('ArrowUp', 2, 2)?.section).toBe(0);
  });

  test('moves to both ends, and stays there', () => {
    expect(move('Home', 2, 9)).toEqual({ section: 0, tile: 0 });
    expect(move('End', 2, 9)).toEqual({ section: 3, tile: 6 });
    expect(move('ArrowRight', 3, 6)).toBeUndefined();
    expect(move('ArrowLeft', 0, 0)).toBeUndefined();
  });

  test('moves to the photo below or above where months are side by side', () => {
    const beside = createTimelineLayout(
      frame,
      [2, 3, 1, 4].map((tileCount) => ({ tileCount, ratios: null })),
    );
    expect([0, 1, 2, 3].map((section) => beside.besides(section).first)).toEqual([0, 0, 2, 2]);
    const moved = (key: string, section: number, tile: number) =>
      moveFocus(key, { layout: beside, from: { section, tile }, viewport: 900 });
    expect(moved('ArrowRight', 0, 1)).toEqual({ section: 1, tile: 0 });
    expect(moved('ArrowLeft', 1, 0)).toEqual({ section: 0, tile: 1 });
    expect(moved('ArrowDown', 0, 0)).toEqual({ section: 2, tile: 0 });
    expect(moved('ArrowDown', 1, 2)).toEqual({ section: 3, tile: 3 });
    expect(moved('ArrowUp', 3, 3)).toEqual({ section: 1, tile: 2 });
    expect(moved('ArrowUp', 1, 0)).toBeUndefined();
    expect(moved('ArrowDown', 2, 0)).toBeUndefined();
    expect(moved('PageDown', 1, 2)).toEqual({ section: 3, tile: 3 });
    expect(moved('End', 0, 0)).toEqual({ section: 3, tile: 3 });
    expect(moved('Home', 3, 1)).toEqual({ section: 0, tile: 0 });
  });

  test('moves down to every band in turn, and to what is below', () => {
    const counts = fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 2, maxLength: 30 });
    fc.assert(
      fc.property(counts, fc.nat(), (list, at) => {
        const months = createTimelineLayout(
          frame,
          list.map((tileCount) => ({ tileCount, ratios: null })),
        );
        const first = at % months.besides(0).end;
        let from: TilePosition = { section: first, tile: at % (list[first] as number) };
        const bands = new Set([months.topOf(from.section)]);
        for (;;) {
          const to = moveFocus('ArrowDown', { layout: months, from, viewport: 900 });
          if (!to) break;
          expect(topOfTile(months, to.section, to.tile)).toBeGreaterThan(
            topOfTile(months, from.section, from.tile),
          );
          from = to;
          bands.add(months.topOf(from.section));
        }
        const all = new Set(list.map((_, section) => months.topOf(section)));
        expect([...bands]).toEqual([...all]);
      }),
    );
  });

  test('ignores other keys', () => {
    expect(move('a', 0, 0)).toBeUndefined();
  });

  test('always lands on a tile', () => {
    const keys = fc.constantFrom(
      'ArrowRight',
      'ArrowLeft',
      'ArrowUp',
      'ArrowDown',
      'PageUp',
      'PageDown',
      'Home',
      'End',
    );
    fc.assert(
      fc.property(fc.array(keys, { maxLength: 40 }), (pressed) => {
        let at: TilePosition = { section: 0, tile: 0 };
        for (const key of pressed) {
          at = moveFocus(key, { layout, from: at, viewport: 500 }) ?? at;
          expect(at.tile).toBeGreaterThanOrEqual(0);
          expect(at.tile).toBeLessThan(layout.rowsOf(at.section).tileCount);
        }
      }),
    );
  });
});
