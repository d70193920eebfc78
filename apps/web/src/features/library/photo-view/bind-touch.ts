import { type TilePosition, tileAt } from '#/features/library/photo-grid/index.ts';
import {
  edgeScroll,
  LONG_PRESS_MS,
  movedTo,
  type Point,
  rested,
  type TouchGesture,
} from './touch-gesture.ts';

type Commands = {
  /** A long press on a photo. */
  onPress: (tile: TilePosition) => void;
  /** The finger was dragged to another photo. */
  onReach: (tile: TilePosition) => void;
};

/** The part of the window between the bars above and below the photos. */
const freePart = () => ({ top: 116, bottom: window.innerHeight - 72 });

/** A long press on a photo starts selecting; dragging from there extends the selection and scrolls at the edges. */
export function bindTouch(element: HTMLElement, commands: Commands): () => void {
  const touch = createTouch(element, commands);
  const bound = new AbortController();
  let detached = new AbortController();

  function onStart(event: TouchEvent): void {
    end();
    const at = thumbOf(event);
    const tile = tileAt(event.target);
    if (!at || !tile || event.touches.length > 1) return;
    touch.begin(at, tile);
    // A tile that scrolled out of the document still receives the events of its touch, but they no longer bubble.
    const target = event.target as Element;
    detached = new AbortController();
    listen(target, { onMove, onEnd, isMeant: () => !target.isConnected }, detached.signal);
  }
  function onMove(event: TouchEvent): void {
    const at = thumbOf(event);
    // Prevents the browser from scrolling.
    if (at && touch.move(at) === 'selecting') event.preventDefault();
  }
  function onEnd(event: TouchEvent): void {
    // Prevents the subsequent click, which would deselect the photo again.
    if (touch.kind() === 'selecting' && event.cancelable) event.preventDefault();
    end();
  }
  function end(): void {
    touch.end();
    detached.abort();
  }
  const { signal } = bound;
  element.addEventListener('touchstart', onStart, { passive: true, signal });
  listen(element, { onMove, onEnd, isMeant: () => true }, signal);
  // Prevents the context menu of a link on a long press.
  element.addEventListener('contextmenu', (event) => touch.kind() && event.preventDefault(), { signal });
  return () => {
    end();
    bound.abort();
  };
}

type Listeners = Record<'onMove' | 'onEnd', (event: TouchEvent) => void> & { isMeant: () => boolean };

function listen(target: Element, { onMove, onEnd, isMeant }: Listeners, signal: AbortSignal): void {
  const whenMeant = (listener: (event: TouchEvent) => void) => (event: Event) =>
    isMeant() && listener(event as TouchEvent);
  target.addEventListener('touchmove', whenMeant(onMove), { passive: false, signal });
  for (const type of ['touchend', 'touchcancel'])
    target.addEventListener(type, whenMeant(onEnd), { passive: false, signal });
}

/** One touch at a time: where the finger is, what it has become, and which photo it has reached. */
function createTouch(element: HTMLElement, { onPress, onReach }: Commands) {
  let gesture: TouchGesture | null = null;
  let thumb: Point = { x: 0, y: 0 };
  let reached: string | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const scroll = createAutoScroll(() => (gesture ? edgeScroll(gesture, thumb.y, freePart()) : 0), reach);
  function reach(): void {
    const tile = tileNearest(element, thumb);
    const name = tile && nameOf(tile);
    if (!tile || name === reached) return;
    reached = name;
    onReach(tile);
  }
  return {
    kind: () => gesture?.kind,
    begin(at: Point, tile: TilePosition): void {
      thumb = at;
      gesture = { kind: 'pressing', from: at };
      timer = setTimeout(() => {
        gesture = gesture && rested(gesture);
        if (gesture?.kind !== 'selecting') return;
        reached = nameOf(tile);
        navigator.vibrate?.(12);
        onPress(tile);
        scroll.start();
      }, LONG_PRESS_MS);
    },
    move(to: Point): TouchGesture['kind'] | undefined {
      thumb = to;
      gesture = gesture && movedTo(gesture, to);
      if (gesture?.kind === 'selecting' && gesture.isDragged) reach();
      return gesture?.kind;
    },
    end(): void {
      clearTimeout(timer);
      scroll.stop();
      gesture = null;
    },
  };
}

/** Scrolls the page in every frame, as far as `distance` says. */
function createAutoScroll(distance: () => number, onScrolled: () => void) {
  let frame = 0;
  function step(): void {
    const top = distance();
    if (top !== 0) {
      window.scrollBy({ top, behavior: 'instant' });
      onScrolled();
    }
    frame = requestAnimationFrame(step);
  }
  return {
    start(): void {
      frame = requestAnimationFrame(step);
    },
    stop: () => cancelAnimationFrame(frame),
  };
}

function thumbOf({ touches: [touch] }: TouchEvent): Point | undefined {
  return touch && { x: touch.clientX, y: touch.clientY };
}

/**
 * The tile under the thumb, or the nearest one to it among those between the bars: a thumb that makes the page scroll rests on
 * a bar, and one that moves may be between two photos.
 */
function tileNearest(element: HTMLElement, { x, y }: Point): TilePosition | undefined {
  const { top, bottom } = freePart();
  const inFree = Math.min(Math.max(y, top), bottom);
  let nearest: Element | undefined;
  let least = Number.POSITIVE_INFINITY;
  for (const cell of element.querySelectorAll('[data-tile]')) {
    const box = cell.getBoundingClientRect();
    if (box.bottom <= top || box.top >= bottom) continue;
    const across = Math.max(box.left - x, 0, x - box.right);
    const down = Math.max(box.top - inFree, 0, inFree - box.bottom);
    const distance = Math.hypot(across, down);
    if (distance < least) [nearest, least] = [cell, distance];
  }
  return nearest && tileAt(nearest);
}

const nameOf = ({ section, tile }: TilePosition) => `${section}/${tile}`;
