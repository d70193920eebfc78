import { describe, expect, test } from 'vitest';
import { edgeScroll, movedTo, rested, type TouchGesture } from './touch-gesture.ts';

const press: TouchGesture = { kind: 'pressing', from: { x: 100, y: 300 } };

describe('a thumb on the photos', () => {
  test('selects after a long press, and drags from there', () => {
    const resting = rested(movedTo(press, { x: 104, y: 306 }));
    expect(resting.kind).toBe('selecting');
    expect(movedTo(resting, { x: 300, y: 700 }).kind).toBe('selecting');
  });

  test('scrolls when it moves first, and never selects then', () => {
    const scrolling = movedTo(press, { x: 100, y: 320 });
    expect(scrolling.kind).toBe('scrolling');
    expect(rested(movedTo(scrolling, { x: 100, y: 300 })).kind).toBe('scrolling');
  });

  test('scrolls at the edges, faster close to them', () => {
    const free = { top: 100, bottom: 700 };
    const dragTo = (y: number) => edgeScroll(movedTo(rested(press), { x: 100, y }), y, free);
    expect(dragTo(400)).toBe(0);
    expect(dragTo(150)).toBeLessThan(0);
    expect(dragTo(101)).toBeLessThan(dragTo(150));
    expect(dragTo(690)).toBeGreaterThan(0);
    expect(dragTo(900)).toBe(22);
  });

  test('does not scroll while it rests near an edge or is dragged away from it', () => {
    const low: TouchGesture = { kind: 'pressing', from: { x: 100, y: 690 } };
    const free = { top: 100, bottom: 700 };
    expect(edgeScroll(movedTo(rested(low), { x: 104, y: 694 }), 694, free)).toBe(0);
    expect(edgeScroll(movedTo(rested(low), { x: 100, y: 650 }), 650, free)).toBe(0);
  });
});
