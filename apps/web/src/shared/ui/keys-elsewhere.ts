import { isPageCovered } from './layers.ts';

/** Whether a key press is not meant for the page: it is typed into a field, or a dialog or panel handles it. */
export const isKeyElsewhere = (target: EventTarget | null) =>
  isPageCovered() ||
  (target instanceof Element && !!target.closest('[role="dialog"], [role="menu"], input, textarea, select'));
