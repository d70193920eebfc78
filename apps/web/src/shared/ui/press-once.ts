import { listenTo } from '../signal.ts';

/** A click within this time of the previous one may belong to the same press, as with a double click. In milliseconds. */
export const SAME_PRESS_MS = 500;

/** Taps within this distance count as being at one place, in pixels, since a thumb does not hit the same spot twice. */
const SAME_PLACE_PX = 24;

const CONTROLS =
  'a[href], button, summary, [role="button"], [role="menuitem"], [role="option"], [role="tab"]';
/** Controls that may be pressed in quick succession, because a second press undoes or continues the first. */
const REPEATABLE = '[data-repeats], [role="checkbox"]';

/**
 * Treats a double click, a double tap or a held key as the single press it is meant to be (ADR 18), anywhere on the page, even
 * when the first click has put another control or page under the pointer. Controls inside `data-repeats` accept every press
 * that began on them. Returns the function that stops it.
 */
export function deduplicatePresses(page: Document = document): () => void {
  let last: { control: Element; at: number; x: number; y: number } | null = null;

  function onClick(event: MouseEvent): void {
    const control = controlOf(event.target);
    if (!control) return;
    const isSoon = last !== null && event.timeStamp - last.at < SAME_PRESS_MS;
    // Some browsers report `detail` 1 for every tap.
    const isTap = 'pointerType' in event && event.pointerType === 'touch';
    const isTappedAgain = isTap && last !== null && (control === last.control || isAt(event, last));
    if (isSoon && (event.detail > 1 || isTappedAgain)) stop(event);
    else if (isRepeatable(control)) last = null;
    else last = { control, at: event.timeStamp, x: event.clientX, y: event.clientY };
  }
  function onKeyDown(event: KeyboardEvent): void {
    if (!event.repeat || event.key !== 'Enter') return;
    const control = controlOf(event.target);
    if (control ? !isRepeatable(control) : event.target instanceof HTMLInputElement) stop(event);
  }

  const stops = [
    listenTo(page, 'click', onClick, { capture: true }),
    listenTo(page, 'keydown', onKeyDown, { capture: true }),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}

const isAt = ({ clientX, clientY }: MouseEvent, { x, y }: { x: number; y: number }) =>
  Math.hypot(clientX - x, clientY - y) < SAME_PLACE_PX;

/** The control an event belongs to. */
const controlOf = (target: EventTarget | null) =>
  target instanceof Element ? target.closest(CONTROLS) : null;

const isRepeatable = (control: Element) => control.closest(REPEATABLE) !== null;

function stop(event: Event): void {
  event.preventDefault();
  event.stopImmediatePropagation();
}
