/** How long a thumb rests on a photo before selecting begins, in milliseconds. */
export const LONG_PRESS_MS = 420;
/** A thumb never rests quite still; further than this many pixels it scrolls, or drags what it selected. */
const STILL_PX = 10;

type Point = { x: number; y: number };

/** A thumb on the photos: it may still become anything, it scrolls, or it selects. */
export type TouchGesture =
  | { kind: 'pressing'; from: Point }
  | { kind: 'scrolling' }
  | { kind: 'selecting'; from: Point; isDragged: boolean };

/** The gesture after a move; one that scrolls never selects, one that selects never scrolls. */
export function movedTo(gesture: TouchGesture, to: Point): TouchGesture {
  if (gesture.kind === 'scrolling') return gesture;
  const isStill = Math.hypot(to.x - gesture.from.x, to.y - gesture.from.y) <= STILL_PX;
  if (isStill) return gesture;
  return gesture.kind === 'pressing' ? { kind: 'scrolling' } : { ...gesture, isDragged: true };
}

/** The gesture after the thumb rested. */
export function rested(gesture: TouchGesture): TouchGesture {
  if (gesture.kind !== 'pressing') return gesture;
  return { kind: 'selecting', from: gesture.from, isDragged: false };
}

/** Pixels from the edge within which a selecting thumb scrolls, and how far at most in a frame. */
const EDGE_PX = 96;
const FASTEST_PX = 22;

/**
 * How far to scroll in this frame for a thumb at a height of the free part of the window, in pixels. One that rests
 * where it began, or was dragged away from an edge, scrolls nothing.
 */
export function edgeScroll(gesture: TouchGesture, y: number, free: { top: number; bottom: number }): number {
  if (gesture.kind !== 'selecting' || !gesture.isDragged) return 0;
  const above = free.top + EDGE_PX - y;
  const below = y - (free.bottom - EDGE_PX);
  if (above > 0 && y < gesture.from.y) return -Math.ceil(FASTEST_PX * Math.min(1, above / EDGE_PX));
  if (below > 0 && y > gesture.from.y) return Math.ceil(FASTEST_PX * Math.min(1, below / EDGE_PX));
  return 0;
}
