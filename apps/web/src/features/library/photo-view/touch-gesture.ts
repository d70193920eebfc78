/** How long a finger rests on a photo before selecting starts, in milliseconds. */
export const LONG_PRESS_MS = 420;
/** A resting finger may move this far; beyond that it scrolls or drags. In pixels. */
const STILL_PX = 10;

export type Point = { x: number; y: number };

/** A touch on the photos: undecided, scrolling or selecting. */
export type TouchGesture =
  | { kind: 'pressing'; from: Point }
  | { kind: 'scrolling' }
  | { kind: 'selecting'; from: Point; isDragged: boolean };

/** The gesture after a move. Scrolling never turns into selecting, nor vice versa. */
export function movedTo(gesture: TouchGesture, to: Point): TouchGesture {
  if (gesture.kind === 'scrolling') return gesture;
  const isStill = Math.hypot(to.x - gesture.from.x, to.y - gesture.from.y) <= STILL_PX;
  if (isStill) return gesture;
  return gesture.kind === 'pressing' ? { kind: 'scrolling' } : { ...gesture, isDragged: true };
}

/** The gesture after a long press. */
export function rested(gesture: TouchGesture): TouchGesture {
  if (gesture.kind !== 'pressing') return gesture;
  return { kind: 'selecting', from: gesture.from, isDragged: false };
}

/** Distance from an edge within which a selecting finger scrolls, and the maximum it scrolls per frame, in pixels. */
const EDGE_PX = 96;
const FASTEST_PX = 22;

/**
 * How far to scroll in this frame, in pixels, for a finger at height `y` of the free part of the window. A finger that rests
 * where it started, or was dragged away from the edge, does not scroll.
 */
export function edgeScroll(gesture: TouchGesture, y: number, free: { top: number; bottom: number }): number {
  if (gesture.kind !== 'selecting' || !gesture.isDragged) return 0;
  const above = free.top + EDGE_PX - y;
  const below = y - (free.bottom - EDGE_PX);
  if (above > 0 && y < gesture.from.y) return -Math.ceil(FASTEST_PX * Math.min(1, above / EDGE_PX));
  if (below > 0 && y > gesture.from.y) return Math.ceil(FASTEST_PX * Math.min(1, below / EDGE_PX));
  return 0;
}
