import { useEffect, useEffectEvent, useId } from 'react';
import { create } from 'zustand';

/** What asks for a layer to be left: the key Escape, or the browser's Back. */
export type WayOut = 'escape' | 'back';

/** A dialog or a panel lies over the page; a mode, such as selecting, changes what the page does. */
type Kind = 'dialog' | 'panel' | 'mode';

type Layer = {
  id: string;
  kind: Kind;
  /** Whether Back is meant for it. */
  takesBack: boolean;
  /** Leaves the layer; returns whether that is all that should happen. */
  leave: (way: WayOut) => boolean;
};

/** The layers over the page, the last one on top. Each press of Escape or Back concerns the topmost alone [MOD-01]. */
const useLayers = create<{ open: readonly Layer[] }>(() => ({ open: [] }));

type Options = {
  kind: Kind;
  onLeave: (way: WayOut) => void;
  /** Whether it can be left now; one that cannot, because it is busy, ignores Escape and lets Back leave its page [MOD-02]. */
  isClosable?: boolean;
  /** Whether Back leaves its page as if it was not there. */
  isBackElsewhere?: boolean;
};

/** Puts a layer on top while it is open, and returns whether it is the topmost. */
export function useLayer(
  isOpen: boolean,
  { kind, onLeave, isClosable = true, isBackElsewhere = false }: Options,
): { isTopmost: boolean } {
  const id = useId();
  const takesBack = !isBackElsewhere;
  const isTopmost = useLayers(({ open }) => open.at(-1)?.id === id);
  const leave = useEffectEvent((way: WayOut): boolean => {
    if (way === 'back' && !(takesBack && isClosable)) return false;
    if (!isClosable) return true;
    onLeave(way);
    return true;
  });
  useEffect(() => {
    if (!isOpen) return;
    useLayers.setState(({ open }) => ({
      open: [...open, { id, kind, takesBack, leave: (way) => leave(way) }],
    }));
    return () => useLayers.setState(({ open }) => ({ open: open.filter((each) => each.id !== id) }));
  }, [id, isOpen, kind, takesBack]);
  return { isTopmost };
}

/** Leaves the topmost layer; returns whether there was one to leave. */
export const leaveTopmost = (way: WayOut): boolean => useLayers.getState().open.at(-1)?.leave(way) ?? false;

/** Whether any layer takes Back. */
export const useTakesBack = () => useLayers(({ open }) => open.some(({ takesBack }) => takesBack));

/** Whether any dialog is open. */
export const useIsDialogOpen = () => useLayers(({ open }) => open.some(({ kind }) => kind === 'dialog'));

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

// On the window, after everything that handles the key itself, such as an open list within a dialog.
globalThis.window?.addEventListener('keydown', leaveOnEscape);
