import { useEffect, useEffectEvent, useId } from 'react';
import { create } from 'zustand';

/** What asks for a layer to be left: the key Escape, or the browser's Back. */
export type WayOut = 'escape' | 'back';

/** A dialog or a panel lies over the page; a mode, such as selecting, changes what the page does. */
type Kind = 'dialog' | 'panel' | 'mode';

type Layer = {
  id: string;
  kind: Kind;
  /** Leaves the layer; returns whether that is all that should happen. */
  leave: (way: WayOut) => boolean;
};

/** The layers over the page, the last one on top. Each press of Escape or Back concerns the topmost alone [MOD-01]. */
const useLayers = create<{ open: readonly Layer[] }>(() => ({ open: [] }));

type Options = {
  kind: Kind;
  onLeave: () => void;
  /** Whether it can be left now; one that cannot, because it is busy, ignores Escape and lets Back leave its page [MOD-02]. */
  isClosable?: boolean;
  /** Ways out that concern it; both by default. */
  ways?: readonly WayOut[];
};

const BOTH: readonly WayOut[] = ['escape', 'back'];

/** Puts a layer on top while it is open, and returns whether it is the topmost. */
export function useLayer(
  isOpen: boolean,
  { kind, onLeave, isClosable = true, ways = BOTH }: Options,
): { isTopmost: boolean } {
  const id = useId();
  const isTopmost = useLayers(({ open }) => open.at(-1)?.id === id);
  const leave = useEffectEvent((way: WayOut): boolean => {
    if (!ways.includes(way)) return false;
    if (!isClosable) return way === 'escape';
    onLeave();
    return true;
  });
  useEffect(() => {
    if (!isOpen) return;
    useLayers.setState(({ open }) => ({ open: [...open, { id, kind, leave: (way) => leave(way) }] }));
    return () => useLayers.setState(({ open }) => ({ open: open.filter((each) => each.id !== id) }));
  }, [id, isOpen, kind]);
  return { isTopmost };
}

/** Leaves the topmost layer; returns whether there was one to leave. */
export const leaveTopmost = (way: WayOut): boolean => useLayers.getState().open.at(-1)?.leave(way) ?? false;

/** Whether any dialog is open. */
export const useIsDialogOpen = () => useLayers(({ open }) => open.some(({ kind }) => kind === 'dialog'));

/** Whether anything is to be left before the page is. */
export const useHasLayers = () => useLayers(({ open }) => open.length > 0);

/** Whether something lies over the page, so that keys are not meant for it. */
export const isPageCovered = () => useLayers.getState().open.some(({ kind }) => kind !== 'mode');

const FIELDS = 'input, textarea, select';

function leaveOnEscape(event: KeyboardEvent): void {
  const { key, target, defaultPrevented } = event;
  if (key !== 'Escape' || defaultPrevented) return;
  const isTyping = target instanceof Element && target.closest(FIELDS) !== null;
  if (isTyping && !isPageCovered()) return;
  if (leaveTopmost('escape')) event.preventDefault();
}

useLayers.subscribe(({ open }) => {
  // On the window, after everything that handles the key itself, such as an open list within a dialog.
  if (open.length > 0) window.addEventListener('keydown', leaveOnEscape);
  else window.removeEventListener('keydown', leaveOnEscape);
});

/** Locks page scrolling while it is open [MOD-03]. */
export function useScrollLock(isOpen: boolean): void {
  useEffect(() => (isOpen ? lockScroll() : undefined), [isOpen]);
}

let locks = 0;

/** Locks page scrolling until the last of several locks is released. Returns the release function. */
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

/** When a layer closes, returns the focus to the element that had it before. */
export function useReturnFocus(isOpen: boolean): void {
  useEffect(() => {
    if (!isOpen) return;
    const before = document.activeElement;
    return () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true });
    };
  }, [isOpen]);
}
