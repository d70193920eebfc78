let locks = 0;

/** Keeps the page behind from scrolling; the last of several locks lets go [MOD-03]. Gives the way to unlock. */
export function lockScroll(): () => void {
  const { dataset, clientWidth } = document.documentElement;
  if (locks === 0 && window.innerWidth > clientWidth) dataset.scrollbar = 'true';
  locks += 1;
  dataset.scrollLocked = 'true';
  let isHeld = true;
  return () => {
    if (!isHeld) return;
    isHeld = false;
    locks -= 1;
    if (locks > 0) return;
    delete dataset.scrollLocked;
    delete dataset.scrollbar;
  };
}
