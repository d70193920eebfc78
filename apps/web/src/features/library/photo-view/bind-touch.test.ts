// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { TilePosition } from '#/features/library/photo-grid/geometry/timeline-layout.ts';
import { bindTouch } from './bind-touch.ts';
import { LONG_PRESS_MS } from './touch-gesture.ts';

/** Four photos a row, without gaps, in a window of this size. */
const SIZE = 100;
const ROWS = 40;
const [WIDTH, HEIGHT] = [4 * SIZE, 844];

let scrolled = 0;
let unbind = () => {};
let view: HTMLElement;
const reached: TilePosition[] = [];
const onPress = vi.fn();

beforeEach(() => {
  vi.useFakeTimers();
  scrolled = 0;
  reached.length = 0;
  window.innerWidth = WIDTH;
  window.innerHeight = HEIGHT;
  vi.stubGlobal('scrollBy', ({ top }: { top: number }) => {
    scrolled += top;
  });
  view = document.createElement('div');
  for (let tile = 0; tile < ROWS * 4; tile++) {
    const cell = document.createElement('div');
    cell.dataset.tile = `0/${tile}`;
    const [left, top] = [(tile % 4) * SIZE, Math.floor(tile / 4) * SIZE];
    cell.getBoundingClientRect = () => new DOMRect(left, top - scrolled, SIZE, SIZE);
    view.append(cell);
  }
  document.body.append(view);
  unbind = bindTouch(view, { onPress, onReach: (at) => reached.push(at) });
});
afterEach(() => {
  unbind();
  view.remove();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function touch(type: string, target: Element, x: number, y: number): void {
  const event = new Event(type, { bubbles: true, cancelable: true });
  target.dispatchEvent(Object.assign(event, { touches: [{ clientX: x, clientY: y }] }));
}

/** Rests on a photo, then drags from it. */
function drag(tile: number, to: { x: number; y: number }): void {
  const cell = view.querySelector(`[data-tile="0/${tile}"]`) as Element;
  const { left, top } = cell.getBoundingClientRect();
  touch('touchstart', cell, left + SIZE / 2, top + SIZE / 2);
  vi.advanceTimersByTime(LONG_PRESS_MS);
  touch('touchmove', cell, to.x, to.y);
}

test('selects the photos that scroll by while the thumb rests on the bar below them', () => {
  drag(12, { x: 350, y: 815 });
  expect(onPress).toHaveBeenCalledWith({ section: 0, tile: 12 });
  expect(reached.at(-1)).toEqual({ section: 0, tile: 31 });
  vi.advanceTimersByTime(1_000);
  expect(scrolled).toBeGreaterThan(500);
  // The photo just above the bar.
  const row = Math.floor((scrolled + HEIGHT - 72) / SIZE);
  expect(reached.at(-1)).toEqual({ section: 0, tile: row * 4 + 3 });
});

test('selects the photos that scroll by while the thumb rests on the header above them', () => {
  scrolled = 2_000;
  drag(100, { x: 50, y: 40 });
  vi.advanceTimersByTime(1_000);
  expect(scrolled).toBeLessThan(1_500);
  const row = Math.floor((scrolled + 116) / SIZE);
  expect(reached.at(-1)).toEqual({ section: 0, tile: row * 4 });
});

test('selects up to the nearest photo from below the last one', () => {
  scrolled = (ROWS - 5) * SIZE;
  drag(ROWS * 4 - 12, { x: 150, y: 700 });
  expect(reached.at(-1)).toEqual({ section: 0, tile: ROWS * 4 - 3 });
});
