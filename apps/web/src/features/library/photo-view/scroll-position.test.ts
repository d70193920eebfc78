import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createTimelineLayout } from '#/features/library/photo-grid/geometry/timeline-layout.ts';
import { parseScrollPosition, scrollPositionAt, topOfPosition } from './scroll-position.ts';

const frame = { width: 1100, targetHeight: 200, gap: 6, gutter: 20, headingHeight: 56, sectionGap: 28 };
const counts = fc.array(fc.integer({ min: 1, max: 200 }), { minLength: 1, maxLength: 20 });

describe('scroll position', () => {
  test('is two non-negative numbers that restore the exact position [TL-38]', () => {
    fc.assert(
      fc.property(counts, fc.double({ min: 0, max: 0.99, noNaN: true }), (list, at) => {
        const layout = createTimelineLayout(
          frame,
          list.map((tileCount) => ({ tileCount, ratios: null })),
        );
        const top = Math.floor(layout.height() * at);
        const position = scrollPositionAt(layout, top);
        expect(Math.min(position.photo, position.offset)).toBeGreaterThanOrEqual(0);
        expect(topOfPosition(layout, position)).toBe(top);
      }),
    );
  });

  test('restores a position above the first month', () => {
    const layout = createTimelineLayout(frame, [{ tileCount: 5, ratios: null }]);
    const position = scrollPositionAt(layout, -80);
    expect(position).toEqual({ photo: 0, offset: 0, above: 80 });
    expect(topOfPosition(layout, parseScrollPosition(JSON.stringify(position)) ?? position)).toBe(-80);
  });

  test.each([
    null,
    '{',
    '{}',
    '{"photo":-1,"offset":0}',
    '{"photo":1,"offset":"2"}',
    '{"photo":null,"offset":1}',
  ])('rejects %s [TL-38]', (saved) => expect(parseScrollPosition(saved)).toBeUndefined());
});
