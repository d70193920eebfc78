import { useEffect, useId } from 'react';
import { create } from 'zustand';
import { lockScroll } from './scroll-lock.ts';

type Stack = { open: readonly string[] };

const useStack = create<Stack>(() => ({ open: [] }));

/** Puts a modal on the stack while it is open [MOD-01] and tells whether it is the latest. */
export function useModalStack(isOpen: boolean): { isLatest: boolean } {
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

/** Whether any modal is open. */
export const useIsModalOpen = () => useStack(({ open }) => open.length > 0);
