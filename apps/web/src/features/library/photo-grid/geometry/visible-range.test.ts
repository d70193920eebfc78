import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { rowOfTile } from './justify-rows.ts';
import { createTimelineLayout } from './timeline-layout.ts';
import { findVisible, isSameRange, MAX_TILES } from './visible-range.ts';

const frame = { width: 1100, targetHeight: 200, gap: 6, gutter: 20, headingHeight: 56, sectionGap: 28 };
const counts = fc.array(fc.integer({ min: 0, max: 300 }), { minLength: 1, maxLength: 30 });

describe('findVisible', () => {
  test('finds exactly the tiles whose rows are visible', () => {
    fc.assert(
      fc.property(counts, fc.double({ min: 0, max: 1, noNaN: true }), (list, at) => {
        const layout = createTimelineLayout(
          frame,
          list.map((tileCount) => ({ tileCount, ratios: null })),
        );
        const from = layout.height() * at;
        const to = from + 1_000;
        const drawn = new Set(
          findVisible(layout, from, to).flatMap(({ section, firstTile, endTile }) =>
            Array.from({ length: endTile - firstTile }, (_, index) => `${section}/${firstTile + index}`),
          ),
        );
        list.forEach((tileCount, section) => {
          const rows = layout.rowsOf(section);
          for (let tile = 0; tile < tileCount; tile++) {
            const row = rowOfTile(rows, tile);
            const top = layout.topOf(section) + frame.headingHeight + (rows.rowTop[row] as number);
            const isInside = top < to && top + (rows.rowHeight[row] as number) > from;
            if (isInside) expect(drawn).toContain(`${section}/${tile}`);
          }
        });
        expect(drawn.size).toBeLessThan(150);
      }),
    );
  });

  test('never draws more tiles than the limit', () => {
    const layout = createTimelineLayout({ ...frame, width: 40_000 }, [{ tileCount: 90_000, ratios: null }]);
    const [range] = findVisible(layout, 0, 10_000);
    expect(range).toEqual({ section: 0, firstTile: 0, endTile: MAX_TILES });
  });

  test('is empty for an empty library and an empty window', () => {
    expect(findVisible(createTimelineLayout(frame, []), 0, 900)).toEqual([]);
    expect(findVisible(createTimelineLayout(frame, [{ tileCount: 3, ratios: null }]), 900, 900)).toEqual([]);
  });

  test('compares ranges', () => {
    const range = { section: 1, firstTile: 4, endTile: 9 };
    expect(isSameRange([range], [{ ...range }])).toBe(true);
    expect(isSameRange([range], [{ ...range, endTile: 10 }])).toBe(false);
    expect(isSameRange([range], [])).toBe(false);
  });
});
