import { describe, expect, it } from 'vitest';
import { edgeScroll, movedTo, rested, type TouchGesture } from './touch-gesture.ts';

const press: TouchGesture = { kind: 'pressing', from: { x: 100, y: 300 } };

describe('a thumb on the photos', () => {
  it('selects after it rested, and drags then', () => {
    const resting = rested(movedTo(press, { x: 104, y: 306 }));
    expect(resting.kind).toBe('selecting');
    expect(movedTo(resting, { x: 300, y: 700 }).kind).toBe('selecting');
  });

  it('scrolls when it moves first, and never selects from there', () => {
    const scrolling = movedTo(press, { x: 100, y: 320 });
    expect(scrolling.kind).toBe('scrolling');
    expect(rested(movedTo(scrolling, { x: 100, y: 300 })).kind).toBe('scrolling');
  });

  it('scrolls along at the edges, faster nearer to them', () => {
    const free = { top: 100, bottom: 700 };
    expect(edgeScroll(400, free)).toBe(0);
    expect(edgeScroll(150, free)).toBeLessThan(0);
    expect(edgeScroll(101, free)).toBeLessThan(edgeScroll(150, free));
    expect(edgeScroll(690, free)).toBeGreaterThan(0);
    expect(edgeScroll(900, free)).toBe(22);
  });
});
