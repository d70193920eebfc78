import { type TilePosition, tileAt } from '#/features/library/photo-grid/index.ts';
import { edgeScroll, LONG_PRESS_MS, movedTo, rested, type TouchGesture } from './touch-gesture.ts';

type Commands = {
  /** A long press on a photo. */
  onPress: (tile: TilePosition) => void;
  /** The finger was dragged to another photo. */
  onReach: (tile: TilePosition) => void;
};

/** The part of the window between the bars above and below the photos. */
const freePart = () => ({ top: 116, bottom: window.innerHeight - 72 });

/** A long press on a photo starts selecting; dragging from there extends the selection and scrolls at the edges. */
export function bindTouch(element: HTMLElement, { onPress, onReach }: Commands): () => void {
  let gesture: TouchGesture | null = null;
  let thumb = { x: 0, y: 0 };
  let reached: string | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let frame = 0;
  let unfollow = () => {};

  function reach(): void {
    const tile = tileNearest(element, thumb);
    const name = tile && nameOf(tile);
    if (!tile || name === reached) return;
    reached = name;
    onReach(tile);
  }

  function follow(): void {
    const distance = gesture ? edgeScroll(gesture, thumb.y, freePart()) : 0;
    if (distance !== 0) {
      window.scrollBy({ top: distance, behavior: 'instant' });
      reach();
    }
    frame = requestAnimationFrame(follow);
  }

  function onStart(event: TouchEvent): void {
    end();
    const [touch] = event.touches;
    const tile = tileAt(event.target);
    if (!touch || !tile || event.touches.length > 1) return;
    thumb = { x: touch.clientX, y: touch.clientY };
    gesture = { kind: 'pressing', from: thumb };
    unfollow = followDetached(event.target as Element);
    timer = setTimeout(() => {
      gesture = gesture && rested(gesture);
      if (gesture?.kind !== 'selecting') return;
      reached = nameOf(tile);
      navigator.vibrate?.(12);
      onPress(tile);
      frame = requestAnimationFrame(follow);
    }, LONG_PRESS_MS);
  }

  /** A tile that scrolled out of the document still receives the events of its touch, but they no longer bubble. */
  function followDetached(target: Element): () => void {
    const move = (event: Event) => !target.isConnected && onMove(event as TouchEvent);
    const finish = (event: Event) => !target.isConnected && onEnd(event as TouchEvent);
    target.addEventListener('touchmove', move, { passive: false });
    target.addEventListener('touchend', finish);
    target.addEventListener('touchcancel', finish);
    return () => {
      target.removeEventListener('touchmove', move);
      target.removeEventListener('touchend', finish);
      target.removeEventListener('touchcancel', finish);
    };
  }

  function onMove(event: TouchEvent): void {
    const [touch] = event.touches;
    if (!gesture || !touch) return;
    thumb = { x: touch.clientX, y: touch.clientY };
    gesture = movedTo(gesture, thumb);
    if (gesture.kind !== 'selecting') return;
    // Prevents the browser from scrolling.
    event.preventDefault();
    if (gesture.isDragged) reach();
  }

  function onEnd(event: TouchEvent): void {
    // Prevents the subsequent click, which would deselect the photo again.
    if (gesture?.kind === 'selecting' && event.cancelable) event.preventDefault();
    end();
  }

  function end(): void {
    clearTimeout(timer);
    cancelAnimationFrame(frame);
    unfollow();
    gesture = null;
    reached = undefined;
  }

  /** Prevents the context menu of a link on a long press. */
  const onContextMenu = (event: Event) => gesture && event.preventDefault();

  element.addEventListener('touchstart', onStart, { passive: true });
  element.addEventListener('touchmove', onMove, { passive: false });
  element.addEventListener('touchend', onEnd, { passive: false });
  element.addEventListener('touchcancel', end);
  element.addEventListener('contextmenu', onContextMenu);
  return () => {
    end();
    element.removeEventListener('touchstart', onStart);
    element.removeEventListener('touchmove', onMove);
    element.removeEventListener('touchend', onEnd);
    element.removeEventListener('touchcancel', end);
    element.removeEventListener('contextmenu', onContextMenu);
  };
}

/**
 * The tile under the thumb, or the nearest one to it among those between the bars: a thumb that makes the page scroll rests on
 * a bar, and one that moves may be between two photos.
 */
function tileNearest(element: HTMLElement, { x, y }: { x: number; y: number }): TilePosition | undefined {
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
