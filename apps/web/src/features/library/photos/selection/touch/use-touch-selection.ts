import { type RefObject, useEffect } from 'react';
import type { SelectionController } from '../selection-controller.ts';

/** Long presses and drags of a thumb; what they need is fetched only where there are thumbs. */
export function useTouchSelection(
  viewRef: RefObject<HTMLElement | null>,
  controller: SelectionController,
): void {
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
