import { type RefObject, useEffect } from 'react';
import type { SelectionController, ViewSelection } from '#/features/library/photo-grid/index.ts';
import { listenTo } from '#/shared/signal.ts';
import { isKeyElsewhere } from '#/shared/ui/keys-elsewhere.ts';
import { useLayer } from '#/shared/ui/layers.ts';

type Options = {
  selection: ViewSelection;
  /** In a picker, selecting ends in its own way. */
  isPicker: boolean;
};

/** Selecting by keyboard and touch, and its end by Escape and Back. Clicks are handled by the grid. */
export function useWaysToSelect(
  viewRef: RefObject<HTMLElement | null>,
  { selection, isPicker }: Options,
): void {
  const { controller } = selection;
  const { isSelecting } = selection.selection;
  useLayer(isSelecting && !isPicker, { kind: 'mode', onLeave: controller.end });
  useSelectAll({ controller, isSelecting });
  useTouchSelection(viewRef, controller);
}

type KeyOptions = { controller: SelectionController; isSelecting: boolean };

/** Ctrl+A and Cmd+A select all, wherever the focus is on the page. */
function useSelectAll({ controller, isSelecting }: KeyOptions): void {
  useEffect(() => {
    function onKeyDown(event: KeyboardEvent): void {
      if (event.defaultPrevented || isKeyElsewhere(event.target)) return;
      if (!isSelectAll(event) || !(isSelecting || isInGrid(event.target))) return;
      void controller.selectAll();
      event.preventDefault();
    }
    return listenTo(document, 'keydown', onKeyDown);
  }, [controller, isSelecting]);
}

const isSelectAll = ({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent) =>
  key.toLowerCase() === 'a' && (ctrlKey || metaKey) && !altKey && !shiftKey;

const isInGrid = (target: EventTarget | null) => target instanceof Element && !!target.closest('[data-tile]');

/** Long presses and drags; the code is only loaded on touch devices. */
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
        onReach: (at) => void controller.extendTo(at),
      });
    });
    return () => {
      isGone = true;
      unbind?.();
    };
  }, [viewRef, controller]);
}
