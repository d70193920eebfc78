import { type RefObject, useEffect, useEffectEvent, useRef } from 'react';
import type { SelectionController, ViewSelection } from '#/features/library/photo-grid/index.ts';
import { listenTo } from '#/shared/signal.ts';
import { isKeyElsewhere } from '#/shared/ui/keys-elsewhere.ts';
import { useLayer, type WayOut } from '#/shared/ui/layers.ts';

type Options = {
  selection: ViewSelection;
  /** Only for a picker: called when selecting ends. */
  onLeave: (() => void) | undefined;
};

/** Selecting by keyboard and touch, its end by Escape and Back, and picker behaviour. Clicks are handled by the grid. */
export function useWaysToSelect(
  viewRef: RefObject<HTMLElement | null>,
  { selection, onLeave }: Options,
): void {
  const { controller } = selection;
  const { isSelecting, count } = selection.selection;
  const isPicker = onLeave !== undefined;
  const hasPicked = isPicker && count > 0;
  // A picker is a page: it is left by Back as any other, once what was picked is put back. Escape keeps that.
  const leave = (way: WayOut) => {
    if (!hasPicked) controller.end();
    else if (way === 'back') controller.clear();
  };
  useLayer(isSelecting, { kind: 'mode', onLeave: leave, isBackElsewhere: isPicker && !hasPicked });
  useSelectAll({ controller, isSelecting });
  useTouchSelection(viewRef, controller);
  usePicking({ selection, onLeave });
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

/** In a picker, starts selecting immediately, and leaves when selecting ends. */
function usePicking({ selection, onLeave }: Options): void {
  const { isSelecting } = selection.selection;
  const hasStarted = useRef(false);
  const isPicking = onLeave !== undefined;
  const follow = useEffectEvent(() => {
    if (isSelecting) hasStarted.current = true;
    else if (hasStarted.current) onLeave?.();
    else selection.controller.begin();
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs whenever selecting starts or ends.
  useEffect(() => {
    if (isPicking) follow();
  }, [isPicking, isSelecting]);
}

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
