/** Open dialogs lock scrolling. */
const isBehindDialog = () => document.documentElement.dataset.scrollLocked === 'true';

/** Whether a key is not for the page: in a field it is text, and dialogs and menus have keys of their own. */
export const isKeyElsewhere = (target: EventTarget | null) =>
  isBehindDialog() ||
  (target instanceof Element && !!target.closest('[role="dialog"], [role="menu"], input, textarea, select'));
