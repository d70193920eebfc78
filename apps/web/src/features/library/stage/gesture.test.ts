import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { AT_REST, type Gesture, type GestureContext, type PointerInput, reduceGesture } from './gesture.ts';
import { type Frame, UNZOOMED, zoomTo } from './zoom.ts';

const frame: Frame = { stage: { width: 400, height: 800 }, photo: { width: 400, height: 300 } };
const phone: GestureContext = { frame, hasNext: true, hasPrevious: true, canClose: true, isTouch: true };
const desk: GestureContext = { ...phone, isTouch: false };

type Step = [type: PointerInput['type'], x: number, y: number, time?: number, id?: number];
function perform(steps: Step[], setting = phone, from: Gesture = AT_REST): Gesture {
  return steps.reduce(
    (gesture, [type, x, y, time = 0, id = 1]) => reduceGesture(gesture, { type, x, y, time, id }, setting),
    from,
  );
}
const swipe = (by: number): Step[] => [
  ['down', 0, 0],
  ['move', by / 2, 0],
  ['move', by, 0],
  ['up', by, 0],
];
const drag = (by: number): Step[] => [
  ['down', 0, 0],
  ['move', 0, by / 2],
  ['move', 0, by],
  ['up', 0, by],
];

describe('a swipe', () => {
  test.each([
    [-141, 'next'],
    [141, 'previous'],
    [-140, null],
    [140, null],
  ])('of %i of 400 pixels means %s [PRV-09] [PRV-16]', (by, outcome) => {
    expect(perform(swipe(by)).outcome).toBe(outcome);
  });

  test('follows the finger, and springs back if it does not count', () => {
    expect(perform(swipe(-100).slice(0, 3)).offset).toEqual({ x: -100, y: 0 });
    expect(perform(swipe(-100)).offset).toEqual({ x: 0, y: 0 });
  });

  test('does nothing at the end of the list', () => {
    expect(perform(swipe(-300), { ...phone, hasNext: false })).toMatchObject({ outcome: null });
  });
});

describe('a drag down', () => {
  test.each([
    [281, 'close'],
    [280, null],
  ])('of %i of 800 pixels means %s on mobile [PRV-13] [PRV-17]', (by, outcome) => {
    expect(perform(drag(by)).outcome).toBe(outcome);
  });

  test('does nothing on desktop, upwards, or if there is nothing to close [PRV-13]', () => {
    expect(perform(drag(500), desk).outcome).toBeNull();
    expect(perform(drag(-500)).outcome).toBeNull();
    expect(perform(drag(500), { ...phone, canClose: false }).outcome).toBeNull();
  });
});

const tap = (at: number, x = 50): Step[] => [
  ['down', x, 0, at - 20],
  ['up', x, 0, at],
];

describe('taps', () => {
  test.each([
    [200, 2.5],
    [201, 1],
  ])('%i ms apart give a scale of %f on mobile [PRV-12] [PRV-18]', (apart, scale) => {
    expect(perform([...tap(1000), ...tap(1000 + apart)]).zoom.scale).toBe(scale);
  });

  test('far apart are no double tap [PRV-12]', () => {
    expect(perform([...tap(1000, -150), ...tap(1100, 150)]).zoom).toEqual(UNZOOMED);
  });

  test('a click zooms on desktop at the point clicked, the next one out again [PRV-14]', () => {
    const zoomed = perform(tap(0, 100), desk);
    expect(zoomed.zoom).toEqual({ scale: 2.5, x: -150, y: 0 });
    expect(perform(tap(9000, 0), desk, zoomed).zoom).toEqual(UNZOOMED);
  });

  test('a press that moves is no click', () => {
    expect(
      perform(
        [
          ['down', 0, 0],
          ['move', 9, -9],
          ['up', 9, -9],
        ],
        desk,
      ).zoom,
    ).toEqual(UNZOOMED);
  });
});

describe('two fingers', () => {
  const pinch: Step[] = [
    ['down', -50, 0, 0, 1],
    ['down', 50, 0, 0, 2],
    ['move', 100, 0, 0, 2],
  ];
  test('zoom by their distance, and the remaining one moves the photo', () => {
    const pinched = perform(pinch);
    expect(pinched.zoom.scale).toBeCloseTo(1.5);
    const moved = perform(
      [
        ['up', 100, 0, 0, 2],
        ['move', -90, 0, 0, 1],
      ],
      phone,
      pinched,
    );
    expect(moved.zoom.x).toBeCloseTo(pinched.zoom.x - 40);
    expect(perform([['up', -90, 0, 0, 1]], phone, moved).outcome).toBeNull();
  });
});

const number = fc.double({ min: -2_000, max: 2_000, noNaN: true });

describe('zoom', () => {
  test('stays between 1 and 2.5 and never shows the area outside an enlarged photo [PRV-15]', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.double({ min: 0.01, max: 9, noNaN: true }), number, number)),
        (steps) => {
          const zoom = steps.reduce((now, [scale, x, y]) => zoomTo(now, scale, { x, y }, frame), UNZOOMED);
          expect(zoom.scale).toBeGreaterThanOrEqual(1);
          expect(zoom.scale).toBeLessThanOrEqual(2.5);
          expect(Math.abs(zoom.x)).toBeLessThanOrEqual(Math.max(0, (400 * zoom.scale - 400) / 2) + 1e-9);
          expect(Math.abs(zoom.y)).toBeLessThanOrEqual(Math.max(0, (300 * zoom.scale - 800) / 2) + 1e-9);
        },
      ),
    );
  });
});
