/** Open dialogs lock scrolling. */
const isBehindDialog = () => document.documentElement.dataset.scrollLocked === 'true';

/** Whether a key press is not meant for the page: it is typed into a field, or a dialog or menu handles it. */
export const isKeyElsewhere = (target: EventTarget | null) =>
  isBehindDialog() ||
  (target instanceof Element && !!target.closest('[role="dialog"], [role="menu"], input, textarea, select'));
