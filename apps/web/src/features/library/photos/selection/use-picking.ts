import { useEffect, useEffectEvent, useRef } from 'react';
import type { ViewSelection } from './use-selection.ts';

type Options = {
  selection: ViewSelection;
  /** Called when selecting ends; without it nothing is begun. */
  onLeave: (() => void) | undefined;
};

/** Begins selecting as soon as a view is there, and tells when it was left. */
export function usePicking({ selection, onLeave }: Options): void {
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
