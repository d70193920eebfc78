import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  createScrollMap,
  driftOf,
  jumpTo,
  MAX_PHYSICAL_HEIGHT,
  mustSettle,
  resize,
  scrollTo,
  toPhysical,
  toVirtual,
  virtualTopOf,
} from './scroll-map.ts';

const viewport = 900;
/** Height of a million photos on a desktop, in pixels. */
const MILLION = 42_000_000;
const heights = fc.integer({ min: viewport, max: 120_000_000 });
const part = fc.double({ min: 0, max: 1, noNaN: true });

describe('scroll map', () => {
  test('keeps the page below the browsers’ limit', () => {
    fc.assert(
      fc.property(heights, (virtualHeight) => {
        expect(createScrollMap({ virtualHeight, viewport }).physicalHeight).toBeLessThanOrEqual(
          MAX_PHYSICAL_HEIGHT,
        );
      }),
    );
  });

  test('is the identity while the library fits', () => {
    const map = createScrollMap({ virtualHeight: 500_000, viewport });
    for (const top of [-80, 0, 1, 4_711, 499_100, 499_300]) {
      expect(virtualTopOf(scrollTo(map, top))).toBe(top);
      expect(toPhysical(map, top)).toBeCloseTo(top, 6);
    }
  });

  test('reaches the first and the last photo of a million', () => {
    fc.assert(
      fc.property(heights, (virtualHeight) => {
        const map = createScrollMap({ virtualHeight, viewport });
        expect(virtualTopOf(scrollTo(map, map.physicalHeight - viewport))).toBe(virtualHeight - viewport);
        expect(virtualTopOf(scrollTo(jumpTo(map, virtualHeight / 2), 0))).toBe(0);
      }),
    );
  });

  test('maps in both directions', () => {
    fc.assert(
      fc.property(heights, part, (virtualHeight, at) => {
        const map = createScrollMap({ virtualHeight, viewport });
        const virtual = (virtualHeight - viewport) * at;
        expect(toVirtual(map, toPhysical(map, virtual))).toBeCloseTo(virtual, 3);
      }),
    );
  });

  test('moves photos pixel by pixel under a wheel, with a constant shift', () => {
    const start = jumpTo(createScrollMap({ virtualHeight: MILLION, viewport }), MILLION / 3);
    fc.assert(
      fc.property(fc.array(fc.integer({ min: -600, max: 600 }), { maxLength: 40 }), (moves) => {
        let map = start;
        for (const move of moves) {
          const next = scrollTo(map, map.physicalTop + move);
          expect(virtualTopOf(next) - virtualTopOf(map)).toBe(move);
          expect(next.shift).toBe(start.shift);
          map = next;
        }
      }),
    );
  });

  test('jumps proportionally when the scrollbar is dragged', () => {
    const map = createScrollMap({ virtualHeight: MILLION, viewport });
    const halfway = scrollTo(map, (map.physicalHeight - viewport) / 2);
    expect(virtualTopOf(halfway)).toBeCloseTo((MILLION - viewport) / 2, -1);
  });

  test('never passes the ends, however it is scrolled', () => {
    const move = fc.integer({ min: -4_000, max: 4_000 });
    fc.assert(
      fc.property(fc.array(move, { maxLength: 60 }), part, heights, (moves, at, virtualHeight) => {
        let map = jumpTo(createScrollMap({ virtualHeight, viewport }), (virtualHeight - viewport) * at);
        for (const distance of moves) {
          const end = map.physicalHeight - viewport;
          map = scrollTo(map, Math.min(end, Math.max(0, map.physicalTop + distance)));
          if (mustSettle(map)) map = jumpTo(map, virtualTopOf(map));
          expect(virtualTopOf(map)).toBeGreaterThanOrEqual(-1);
          expect(virtualTopOf(map)).toBeLessThanOrEqual(virtualHeight - viewport + 1);
          if (map.physicalTop === 0) expect(virtualTopOf(map)).toBe(0);
        }
      }),
    );
  });

  test('keeps photos in place when months above change height, and corrects the page later', () => {
    const map = scrollTo(createScrollMap({ virtualHeight: 400_000, viewport }), 2_000);
    const grown = resize(map, { virtualHeight: 400_300, viewport, virtualTop: 2_300 });
    expect(grown.physicalTop).toBe(2_000);
    expect(grown.shift).toBe(300);
    expect(driftOf(grown)).toBeCloseTo(300, 6);
    const settled = jumpTo(grown, virtualTopOf(grown));
    expect([settled.physicalTop, settled.shift]).toEqual([2_300, 0]);
  });
});
