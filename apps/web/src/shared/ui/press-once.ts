/** A click this soon after the last one may be part of the same press, in milliseconds. */
const SAME_PRESS_MS = 500;

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
  let last: { control: Element; at: number } | null = null;

  function onClick(event: MouseEvent): void {
    const control = controlOf(event.target);
    if (!control) return;
    const isSoon = last !== null && event.timeStamp - last.at < SAME_PRESS_MS;
    // Some browsers count taps one by one.
    const isTappedAgain =
      'pointerType' in event && event.pointerType === 'touch' && control === last?.control;
    if (isSoon && (event.detail > 1 || isTappedAgain)) stop(event);
    else last = isRepeatable(control) ? null : { control, at: event.timeStamp };
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

/** The control that an event is for. */
const controlOf = (target: EventTarget | null) =>
  target instanceof Element ? target.closest(CONTROLS) : null;

const isRepeatable = (control: Element) => control.closest(REPEATABLE) !== null;

function stop(event: Event): void {
  event.preventDefault();
  event.stopImmediatePropagation();
}
