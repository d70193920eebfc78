import { useEffectEvent, useLayoutEffect } from 'react';
import { listenTo } from '#/shared/signal.ts';
import { isKeyElsewhere } from '#/shared/ui/keys-elsewhere.ts';
import type { ZoomControl } from './use-gestures.ts';
import type { Point } from './zoom.ts';

type Command = (() => void) | undefined;

/** Scale factor of one press of a zoom key. */
const ZOOM_STEP = 1.3;
/** Pixels that an arrow key moves an enlarged picture. */
const PAN_STEP = 80;

const PAN: Record<string, Point> = {
  ArrowRight: { x: -PAN_STEP, y: 0 },
  ArrowLeft: { x: PAN_STEP, y: 0 },
  ArrowDown: { x: 0, y: -PAN_STEP },
  ArrowUp: { x: 0, y: PAN_STEP },
};

/**
 * Keyboard equivalents of all gestures: zooming, and the caller's own commands. Escape zooms out first. Inactive behind a dialog,
 * in a field or in a menu.
 */
export function useStageKeys(zoom: ZoomControl, commandOf: (event: KeyboardEvent) => Command): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || isKeyElsewhere(event.target)) return;
    const run = zoomCommandOf(event, zoom) ?? commandOf(event);
    if (!run) return;
    event.preventDefault();
    run();
  });
  // Registered in the layout phase, before dialogs do: otherwise a dialog that handles Escape first would already count as
  // closed here.
  useLayoutEffect(() => listenTo(window, 'keydown', (event) => onKey(event), { capture: true }), []);
}

function zoomCommandOf({ key, shiftKey }: KeyboardEvent, zoom: ZoomControl): Command {
  if (shiftKey && zoom.isZoomed && key in PAN) return () => zoom.panBy(PAN[key] ?? { x: 0, y: 0 });
  switch (key) {
    case '+':
    case '=':
      return () => zoom.scaleBy(ZOOM_STEP);
    case '-':
      return () => zoom.scaleBy(1 / ZOOM_STEP);
    case '0':
      return zoom.reset;
    case 'Escape':
      return zoom.isZoomed ? zoom.reset : undefined;
  }
  return undefined;
}

/** Whether a letter is pressed by itself, and not as a command of the browser. */
export const isLetter = ({ key, ctrlKey, metaKey, altKey }: KeyboardEvent, letter: string): boolean =>
  key.toLowerCase() === letter && !ctrlKey && !metaKey && !altKey;
