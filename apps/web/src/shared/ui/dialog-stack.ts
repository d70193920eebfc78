import { useEffect, useId } from 'react';
import { create } from 'zustand';

type Stack = { open: readonly string[] };

const useStack = create<Stack>(() => ({ open: [] }));

/** Puts a dialog on the stack while it is open [MOD-01], and returns whether it is the topmost. */
export function useDialogStack(isOpen: boolean): { isLatest: boolean } {
  const id = useId();
  const isLatest = useStack(({ open }) => open.at(-1) === id);
  useEffect(() => {
    if (!isOpen) return;
    useStack.setState(({ open }) => ({ open: [...open, id] }));
    const unlock = lockScroll();
    return () => {
      useStack.setState(({ open }) => ({ open: open.filter((each) => each !== id) }));
      unlock();
    };
  }, [id, isOpen]);
  return { isLatest };
}

/** Whether any dialog is open. */
export const useIsDialogOpen = () => useStack(({ open }) => open.length > 0);

let locks = 0;

/** Locks page scrolling until the last of several locks is released [MOD-03]. Returns the release function. */
function lockScroll(): () => void {
  const { dataset, clientWidth } = document.documentElement;
  if (locks === 0 && window.innerWidth > clientWidth) dataset.scrollbar = 'true';
  locks += 1;
  dataset.scrollLocked = 'true';
  let isLocked = true;
  return () => {
    if (!isLocked) return;
    isLocked = false;
    locks -= 1;
    if (locks > 0) return;
    delete dataset.scrollLocked;
    delete dataset.scrollbar;
  };
}

/** When a dialog closes, returns the focus to the element that had it before. */
export function useReturnFocus(isOpen: boolean): void {
  useEffect(() => {
    if (!isOpen) return;
    const before = document.activeElement;
    return () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true });
    };
  }, [isOpen]);
}
