import { type Frame, MIN_SCALE, type Point, panBy, toggleZoom, UNZOOMED, type Zoom, zoomTo } from './zoom.ts';

/** Fraction of the width or height beyond which a swipe or drag counts [PRV-16, PRV-17]. */
const SWIPE_PART = 0.35;
/** Two taps within this time are a double tap, in milliseconds [PRV-18]. */
export const DOUBLE_TAP_MS = 200;
/** A pointer that moves less than this, in pixels, counts as still. */
const SLOP = 8;
/** Taps further apart than this, in pixels, are single taps. */
const SAME_PLACE = 40;

/** Pointer input from a finger, pen or mouse; positions are measured from the centre of the stage. */
export type PointerInput = Point & { type: 'down' | 'move' | 'up' | 'cancel'; id: number; time: number };

/** What a gesture depends on. */
export type GestureContext = {
  frame: Frame;
  hasNext: boolean;
  hasPrevious: boolean;
  /** Whether dragging down closes the preview. */
  canClose: boolean;
  /** Touch or pen: a double tap zooms and dragging down closes. Mouse: a single click zooms. */
  isTouch: boolean;
};

type Kind = 'none' | 'press' | 'swipe' | 'drag' | 'pan' | 'pinch' | 'ignored';
export type Outcome = 'next' | 'previous' | 'close';

export type Gesture = {
  kind: Kind;
  fingers: ReadonlyMap<number, Point>;
  /** Where the first finger touched. */
  start: Point;
  /** How far the photo has followed the finger. */
  offset: Point;
  zoom: Zoom;
  lastTap: (Point & { time: number }) | null;
  /** Result of the last event, if any. */
  outcome: Outcome | null;
};

const ORIGIN: Point = { x: 0, y: 0 };

export const AT_REST: Gesture = {
  kind: 'none',
  fingers: new Map(),
  start: ORIGIN,
  offset: ORIGIN,
  zoom: UNZOOMED,
  lastTap: null,
  outcome: null,
};

/** The gesture after a pointer event. */
export function reduceGesture(gesture: Gesture, input: PointerInput, context: GestureContext): Gesture {
  const before = { ...gesture, outcome: null };
  switch (input.type) {
    case 'down':
      return pressed(before, input);
    case 'move':
      return before.fingers.has(input.id) ? moved(before, input, context) : before;
    case 'up':
      return before.fingers.has(input.id) ? lifted(before, input, context) : before;
    case 'cancel':
      return cancelled(before);
  }
}

/** The gesture without its fingers, whose further movements are ignored. */
export function cancelled(gesture: Gesture): Gesture {
  return { ...gesture, kind: 'none', fingers: new Map(), offset: ORIGIN };
}

function pressed(gesture: Gesture, { id, x, y }: PointerInput): Gesture {
  const fingers = new Map(gesture.fingers).set(id, { x, y });
  // A third finger is ignored.
  if (fingers.size > 2) return gesture;
  if (fingers.size === 2) return { ...gesture, kind: 'pinch', fingers, offset: ORIGIN };
  return { ...gesture, kind: 'press', fingers, start: { x, y }, offset: ORIGIN };
}

function moved(gesture: Gesture, input: PointerInput, context: GestureContext): Gesture {
  const fingers = new Map(gesture.fingers).set(input.id, { x: input.x, y: input.y });
  const kind = gesture.kind === 'press' ? kindOf(gesture, input, context) : gesture.kind;
  const next = { ...gesture, kind, fingers };
  const by = { x: input.x - gesture.start.x, y: input.y - gesture.start.y };
  if (kind === 'pinch') return { ...next, zoom: pinched(gesture, fingers, context.frame) };
  if (kind === 'pan') {
    const last = gesture.fingers.get(input.id) ?? input;
    const step = { x: input.x - last.x, y: input.y - last.y };
    return { ...next, zoom: panBy(gesture.zoom, step, context.frame) };
  }
  if (kind === 'swipe') return { ...next, offset: { x: resisted(by.x, context), y: 0 } };
  if (kind === 'drag') return { ...next, offset: { x: by.x, y: Math.max(0, by.y) } };
  return next;
}

/** What a press becomes once it moves. */
function kindOf({ start, zoom }: Gesture, { x, y }: Point, { isTouch, canClose }: GestureContext): Kind {
  const [across, down] = [x - start.x, y - start.y];
  if (Math.hypot(across, down) < SLOP) return 'press';
  if (zoom.scale > MIN_SCALE) return 'pan';
  if (Math.abs(across) > Math.abs(down)) return 'swipe';
  return down > 0 && isTouch && canClose ? 'drag' : 'ignored';
}

/** The photo resists being dragged beyond the ends of the list. */
function resisted(x: number, { hasNext, hasPrevious }: GestureContext): number {
  return (x < 0 ? hasNext : hasPrevious) ? x : x / 3;
}

function pinched({ zoom, fingers }: Gesture, now: ReadonlyMap<number, Point>, frame: Frame): Zoom {
  const [from, to] = [spanOf(fingers), spanOf(now)];
  const moved = panBy(zoom, { x: to.middle.x - from.middle.x, y: to.middle.y - from.middle.y }, frame);
  return zoomTo(moved, (moved.scale * to.distance) / Math.max(1, from.distance), to.middle, frame);
}

function spanOf(fingers: ReadonlyMap<number, Point>) {
  const [a = ORIGIN, b = ORIGIN] = fingers.values();
  return {
    middle: { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 },
    distance: Math.hypot(a.x - b.x, a.y - b.y),
  };
}

function lifted(gesture: Gesture, input: PointerInput, context: GestureContext): Gesture {
  const fingers = new Map(gesture.fingers);
  fingers.delete(input.id);
  const left = [...fingers.values()][0];
  // The remaining finger continues to move the photo.
  if (left)
    return { ...gesture, kind: gesture.zoom.scale > MIN_SCALE ? 'pan' : 'ignored', fingers, start: left };
  const rest: Gesture = { ...gesture, kind: 'none', fingers, offset: ORIGIN };
  if (gesture.kind === 'press') return tapped(rest, input, context);
  const outcome = outcomeOf(gesture, context);
  // A photo leaving the stage continues from where it was released.
  return outcome ? { ...rest, offset: gesture.offset, outcome } : rest;
}

function outcomeOf(
  { kind, offset }: Gesture,
  { frame, hasNext, hasPrevious }: GestureContext,
): Outcome | null {
  if (kind === 'drag') return offset.y > frame.stage.height * SWIPE_PART ? 'close' : null;
  if (kind !== 'swipe' || Math.abs(offset.x) <= frame.stage.width * SWIPE_PART) return null;
  if (offset.x < 0) return hasNext ? 'next' : null;
  return hasPrevious ? 'previous' : null;
}

function tapped(gesture: Gesture, { x, y, time }: PointerInput, { frame, isTouch }: GestureContext): Gesture {
  const { lastTap, zoom } = gesture;
  const isSecond =
    lastTap !== null &&
    time - lastTap.time <= DOUBLE_TAP_MS &&
    Math.hypot(x - lastTap.x, y - lastTap.y) < SAME_PLACE;
  if (isTouch && !isSecond) return { ...gesture, lastTap: { x, y, time } };
  return { ...gesture, lastTap: null, zoom: toggleZoom(zoom, { x, y }, frame) };
}
