let locks = 0;

/** Keeps the page behind from scrolling; the last of several locks lets go [MOD-03]. Gives the way to unlock. */
export function lockScroll(): () => void {
  locks += 1;
  document.documentElement.dataset.scrollLocked = 'true';
  let isHeld = true;
  return () => {
    if (!isHeld) return;
    isHeld = false;
    locks -= 1;
    if (locks === 0) delete document.documentElement.dataset.scrollLocked;
  };
}
