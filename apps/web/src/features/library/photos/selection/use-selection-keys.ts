import { useEffect } from 'react';
import type { SelectionController } from './selection-controller.ts';

type Options = { controller: SelectionController; isSelecting: boolean };

/** Escape ends selecting, Ctrl+A and Cmd+A select all of the view, wherever on the page the focus is. */
export function useSelectionKeys({ controller, isSelecting }: Options): void {
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
