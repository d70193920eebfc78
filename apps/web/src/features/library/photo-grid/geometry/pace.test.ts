import { expect, test } from 'vitest';
import { AT_REST, type Motion, moved } from './pace.ts';

const viewport = 1_000;
/** The motion after moves of these distances in pixels, one per frame. */
function after(distances: number[], from: Motion = AT_REST): Motion {
  return distances.reduce(
    (motion, distance, index) => moved(motion, { distance, viewport, now: 1_000 + index * 16 }),
    from,
  );
}
const frames = (count: number, distance: number) => Array.from({ length: count }, () => distance);

test("is 'moving' under a wheel, 'flying' when dragged through the library", () => {
  expect(after([100]).pace).toBe('moving');
  expect(after(frames(20, 20)).pace).toBe('moving');
  expect(after(frames(20, 320)).pace).toBe('flying');
  expect(after([9_000]).pace).toBe('flying');
});

test('keeps its pace at a steady speed', () => {
  const even = frames(40, 60);
  expect(after(even).pace).toBe('moving');
  expect(after(even, after(frames(10, 320))).pace).toBe('flying');
});

test('knows the direction', () => {
  expect(after([-50]).direction).toBe(-1);
  expect(after([50]).direction).toBe(1);
});
