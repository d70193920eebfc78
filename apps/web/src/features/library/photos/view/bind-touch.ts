import type { TilePosition } from '../geometry/timeline-layout.ts';
import { tileAt } from '../grid/use-tile-events.ts';
import { edgeScroll, LONG_PRESS_MS, movedTo, rested, type TouchGesture } from './touch-gesture.ts';

type Commands = {
  /** Selecting begins at a photo. */
  onPress: (place: TilePosition) => void;
  /** The thumb is over another photo. */
  onReach: (place: TilePosition) => void;
};

/** Free of the top bar and of the header above the photos, and of the bar at the bottom. */
const freePart = () => ({ top: 116, bottom: window.innerHeight - 72 });

/** Lets a long press on a photo begin selecting, and a drag from there extend it, scrolling along at the edges. */
export function bindTouch(element: HTMLElement, { onPress, onReach }: Commands): () => void {
  let gesture: TouchGesture | null = null;
  let thumb = { x: 0, y: 0 };
  let reached: string | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let frame = 0;
  let leave = () => {};

  function reach(): void {
    const place = tileAt(document.elementFromPoint(thumb.x, thumb.y));
    const name = place && `${place.section}/${place.tile}`;
    if (!place || name === reached) return;
    reached = name;
    onReach(place);
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
    const place = tileAt(event.target);
    if (!touch || !place || event.touches.length > 1) return;
    thumb = { x: touch.clientX, y: touch.clientY };
    gesture = { kind: 'pressing', from: thumb };
    leave = followDetached(event.target as Element);
    timer = setTimeout(() => {
      gesture = gesture && rested(gesture);
      if (gesture?.kind !== 'selecting') return;
      reached = `${place.section}/${place.tile}`;
      navigator.vibrate?.(12);
      onPress(place);
      frame = requestAnimationFrame(follow);
    }, LONG_PRESS_MS);
  }

  /** A photo that scrolled out of the document still gets the touch that began on it, but the view no longer does. */
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
    // The browser would scroll.
    event.preventDefault();
    if (gesture.isDragged) reach();
  }

  function onEnd(event: TouchEvent): void {
    // The click that follows a touch would take out again what the press took in.
    if (gesture?.kind === 'selecting' && event.cancelable) event.preventDefault();
    end();
  }

  function end(): void {
    clearTimeout(timer);
    cancelAnimationFrame(frame);
    leave();
    gesture = null;
    reached = undefined;
  }

  /** A long press on a link would offer to open it. */
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
