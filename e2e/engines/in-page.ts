/** Functions that run on the page: they are sent as text, so they use nothing from outside themselves. */

/** A target as JSON: a CSS selector, or a role with a name, whose pattern is a regular expression. */
export type Wanted = { selector?: string; role?: string; name?: string; pattern?: string };

declare global {
  var TestingLibraryDom: typeof import('@testing-library/dom') | undefined;
}

/** The visible elements that are wanted. Needs Testing Library on the page. */
export function find({ selector, role = '', name, pattern }: Wanted): HTMLElement[] {
  const found = selector
    ? [...document.querySelectorAll<HTMLElement>(selector)]
    : (globalThis.TestingLibraryDom?.queryAllByRole(document.body, role, {
        name: pattern === undefined ? name : new RegExp(pattern),
      }) ?? []);
  return found.filter((one) => one.checkVisibility({ visibilityProperty: true }));
}

/** Where to press the n-th element, in CSS pixels; null while it moves or something covers it. */
export async function pointOf(found: HTMLElement[], nth: number) {
  const element = found[nth];
  if (!element) return null;
  const { top, bottom } = element.getBoundingClientRect();
  if (top < 0 || bottom > innerHeight) element.scrollIntoView({ block: 'center', behavior: 'instant' });
  const before = element.getBoundingClientRect();
  for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame);
  const { x, y, width, height } = element.getBoundingClientRect();
  if (x !== before.x || y !== before.y) return null;
  const middle = { x: x + width / 2, y: y + height / 2 };
  const hit = document.elementFromPoint(middle.x, middle.y);
  const label = hit?.closest('label');
  const isHit = element.contains(hit) || (label instanceof HTMLLabelElement && label.control === element);
  return isHit ? middle : null;
}

/** Picks the option of this name, as WebDriver does, because the list that opens belongs to the system. */
export function choose(found: HTMLElement[], name: string): boolean {
  const select = found[0] as HTMLSelectElement | undefined;
  const option = [...(select?.options ?? [])].find((one) => one.label === name);
  if (!select || !option) return false;
  select.focus();
  option.selected = true;
  for (const type of ['input', 'change']) select.dispatchEvent(new Event(type, { bubbles: true }));
  return true;
}

export const countOf = (found: HTMLElement[]) => found.length;

export const textsOf = (found: HTMLElement[]) =>
  found.map((one) => (one instanceof HTMLInputElement ? one.value : one.textContent));

export const haveFocus = (found: HTMLElement[]) => found.some((one) => one === document.activeElement);

/** The value of a slider. */
export const valueNow = (found: HTMLElement[]) => Number(found[0]?.ariaValueNow);
