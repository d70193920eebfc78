import { type RefObject, useEffect, useEffectEvent, useRef } from 'react';
import type { SelectionController } from '../selection/selection-controller.ts';
import type { ViewSelection } from '../selection/use-selection.ts';

type Options = {
  selection: ViewSelection;
  /** Selecting is all that the view is for: it begins with it, and this is called when it ends. */
  onLeave: (() => void) | undefined;
};

/** Keys, thumbs, and a view that is for selecting alone; clicks come from the grid. */
export function useWaysToSelect(
  viewRef: RefObject<HTMLElement | null>,
  { selection, onLeave }: Options,
): void {
  const { controller } = selection;
  useSelectionKeys({ controller, isSelecting: selection.selection.isSelecting });
  useTouchSelection(viewRef, controller);
  usePicking({ selection, onLeave });
}

type KeyOptions = { controller: SelectionController; isSelecting: boolean };

/** Escape ends selecting, Ctrl+A and Cmd+A select all of the view, wherever on the page the focus is. */
function useSelectionKeys({ controller, isSelecting }: KeyOptions): void {
  useEffect(() => {
    function onKeyDown(event: KeyboardEvent): void {
      if (event.defaultPrevented || isElsewhere(event.target)) return;
      if (event.key === 'Escape' && isSelecting) controller.end();
      else if (isSelectAll(event) && (isSelecting || isInGrid(event.target))) void controller.selectAll();
      else return;
      event.preventDefault();
    }
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [controller, isSelecting]);
}

const isSelectAll = ({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent) =>
  key.toLowerCase() === 'a' && (ctrlKey || metaKey) && !altKey && !shiftKey;

const isInGrid = (target: EventTarget | null) => target instanceof Element && !!target.closest('[data-tile]');

/** In a dialog, a menu or a field keys have another meaning. */
const isElsewhere = (target: EventTarget | null) =>
  target instanceof Element &&
  !!target.closest('[role="dialog"], [role="alertdialog"], [role="menu"], input, textarea, select');

type PickingOptions = {
  selection: ViewSelection;
  /** Called when selecting ends; without it nothing is begun. */
  onLeave: (() => void) | undefined;
};

/** Begins selecting as soon as a view is there, and tells when it was left. */
function usePicking({ selection, onLeave }: PickingOptions): void {
  const { isSelecting } = selection.selection;
  const hasBegun = useRef(false);
  const isPicking = onLeave !== undefined;
  const follow = useEffectEvent(() => {
    if (isSelecting) hasBegun.current = true;
    else if (hasBegun.current) onLeave?.();
    else selection.controller.begin();
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: each turn of the selection is followed
  useEffect(() => {
    if (isPicking) follow();
  }, [isPicking, isSelecting]);
}

/** Long presses and drags of a thumb; what they need is fetched only where there are thumbs. */
function useTouchSelection(viewRef: RefObject<HTMLElement | null>, controller: SelectionController): void {
  useEffect(() => {
    const element = viewRef.current;
    if (!element || !window.matchMedia('(any-pointer: coarse)').matches) return;
    let unbind: (() => void) | undefined;
    let isGone = false;
    void import('./bind-touch.ts').then(({ bindTouch }) => {
      if (isGone) return;
      unbind = bindTouch(element, {
        onPress: controller.toggle,
        onReach: (place) => void controller.extendTo(place),
      });
    });
    return () => {
      isGone = true;
      unbind?.();
    };
  }, [viewRef, controller]);
}
