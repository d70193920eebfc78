import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { moveFocus } from './move-focus.ts';
import { createTimelineLayout, type TilePosition } from './timeline-layout.ts';

const frame = { width: 1100, targetHeight: 200, gap: 6, headingHeight: 56, sectionGap: 28 };
const layout = createTimelineLayout(
  frame,
  [5, 0, 30, 7].map((tileCount) => ({ tileCount, ratios: null })),
);
const move = (key: string, section: number, tile: number) =>
  moveFocus(key, { layout, from: { section, tile }, viewport: 900 });

describe('moveFocus', () => {
  it('goes from photo to photo and on into the next month, past empty ones', () => {
    expect(move('ArrowRight', 0, 0)).toEqual({ section: 0, tile: 1 });
    expect(move('ArrowRight', 0, 4)).toEqual({ section: 2, tile: 0 });
    expect(move('ArrowLeft', 2, 0)).toEqual({ section: 0, tile: 4 });
  });

  it('goes to the photo above or below', () => {
    expect(move('ArrowDown', 2, 1)).toEqual({ section: 2, tile: 5 });
    expect(move('ArrowUp', 2, 5)).toEqual({ section: 2, tile: 1 });
    expect(move('ArrowUp', 2, 2)?.section).toBe(0);
  });

  it('moves to both ends, and stays there', () => {
    expect(move('Home', 2, 9)).toEqual({ section: 0, tile: 0 });
    expect(move('End', 2, 9)).toEqual({ section: 3, tile: 6 });
    expect(move('ArrowRight', 3, 6)).toBeUndefined();
    expect(move('ArrowLeft', 0, 0)).toBeUndefined();
  });

  it('ignores other keys', () => {
    expect(move('a', 0, 0)).toBeUndefined();
  });

  it('always lands on a tile', () => {
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
