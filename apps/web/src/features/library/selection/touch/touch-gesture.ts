/** How long a thumb rests on a photo before selecting begins, in milliseconds. */
export const LONG_PRESS_MS = 420;
/** A thumb never rests quite still; further than this many pixels it scrolls. */
const STILL_PX = 10;

type Point = { x: number; y: number };

/** A thumb on the photos: it may still become anything, it scrolls, or it selects. */
export type TouchGesture = { kind: 'pressing'; from: Point } | { kind: 'scrolling' } | { kind: 'selecting' };

/** The gesture after a move; one that scrolls never selects, one that selects never scrolls. */
export function movedTo(gesture: TouchGesture, to: Point): TouchGesture {
  if (gesture.kind !== 'pressing') return gesture;
  const distance = Math.hypot(to.x - gesture.from.x, to.y - gesture.from.y);
  return distance > STILL_PX ? { kind: 'scrolling' } : gesture;
}

/** The gesture after the thumb rested. */
export function rested(gesture: TouchGesture): TouchGesture {
  return gesture.kind === 'pressing' ? { kind: 'selecting' } : gesture;
}

/** Pixels from the edge within which a selecting thumb scrolls, and how far at most in a frame. */
const EDGE_PX = 96;
const FASTEST_PX = 22;

/** How far to scroll in this frame for a thumb at a height of the free part of the window, in pixels. */
export function edgeScroll(y: number, free: { top: number; bottom: number }): number {
  const above = free.top + EDGE_PX - y;
  const below = y - (free.bottom - EDGE_PX);
  if (above > 0) return -Math.ceil(FASTEST_PX * Math.min(1, above / EDGE_PX));
  return below > 0 ? Math.ceil(FASTEST_PX * Math.min(1, below / EDGE_PX)) : 0;
}
