/** A click this soon after the last one may be part of the same press, in milliseconds. */
const SAME_PRESS_MS = 500;

/** Taps this close together are at one place, in pixels: a thumb does not hit the same spot twice. */
const SAME_PLACE_PX = 24;

const CONTROLS =
  'a[href], button, summary, [role="button"], [role="menuitem"], [role="option"], [role="tab"]';
/** Pressing these again undoes or continues what the first press of them did. */
const REPEATABLE = '[data-repeats], [role="checkbox"]';

/**
 * Takes a double click, a double tap and a key held down as the one press that they are meant as (ADR 18), wherever on the
 * page: also when the first click has put another control, or a page, under the pointer. Controls inside `data-repeats`
 * take every press that began on them. Returns the function that stops it.
 */
export function takePressesOnce(page: Document = document): () => void {
  let last: { control: Element; at: number; x: number; y: number } | null = null;

  function onClick(event: MouseEvent): void {
    const control = controlOf(event.target);
    if (!control) return;
    const isSoon = last !== null && event.timeStamp - last.at < SAME_PRESS_MS;
    // Some browsers count taps one by one.
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

  page.addEventListener('click', onClick, true);
  page.addEventListener('keydown', onKeyDown, true);
  return () => {
    page.removeEventListener('click', onClick, true);
    page.removeEventListener('keydown', onKeyDown, true);
  };
}

const isAt = ({ clientX, clientY }: MouseEvent, { x, y }: { x: number; y: number }) =>
  Math.hypot(clientX - x, clientY - y) < SAME_PLACE_PX;

/** The control that an event is for. */
const controlOf = (target: EventTarget | null) =>
  target instanceof Element ? target.closest(CONTROLS) : null;

const isRepeatable = (control: Element) => control.closest(REPEATABLE) !== null;

function stop(event: Event): void {
  event.preventDefault();
  event.stopImmediatePropagation();
}
