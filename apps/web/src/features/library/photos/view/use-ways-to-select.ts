import type { RefObject } from 'react';
import { useTouchSelection } from '../selection/touch/use-touch-selection.ts';
import { usePicking } from '../selection/use-picking.ts';
import type { ViewSelection } from '../selection/use-selection.ts';
import { useSelectionKeys } from '../selection/use-selection-keys.ts';

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
