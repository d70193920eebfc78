import { useEffectEvent, useLayoutEffect } from 'react';
import { isBehindDialog } from '../view/grid-shortcuts.ts';
import type { ZoomControl } from './use-gestures.ts';

type Commands = {
  step: (direction: 1 | -1) => void;
  close: () => void;
  zoom: ZoomControl;
  showShortcuts: () => void;
  toggleDetails: () => void;
  remove: (() => void) | undefined;
};

/** Factor of one press of a zoom key. */
const ZOOM_STEP = 1.3;
/** Pixels that one press of an arrow moves a zoomed photo. */
const PAN_STEP = 80;

/** A key for every gesture. None works behind a dialog. */
export function usePreviewKeys(commands: Commands): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || isBehindDialog()) return;
    const run = commandOf(event, commands);
    if (!run) return;
    event.preventDefault();
    run();
  });
  // Registered in the layout phase, before dialogs: one that handles Escape first would count as closed here.
  useLayoutEffect(() => {
    const listener = (event: KeyboardEvent) => onKey(event);
    window.addEventListener('keydown', listener, { capture: true });
    return () => window.removeEventListener('keydown', listener, { capture: true });
  }, []);
}

function commandOf({ key, shiftKey }: KeyboardEvent, commands: Commands): (() => void) | undefined {
  const { step, close, zoom, showShortcuts, toggleDetails, remove } = commands;
  if (shiftKey && zoom.isZoomed && key in PAN) return () => zoom.panBy(PAN[key] ?? { x: 0, y: 0 });
  switch (key) {
    case 'ArrowRight':
      return () => step(1);
    case 'ArrowLeft':
      return () => step(-1);
    case 'Escape':
      return close;
    case '+':
    case '=':
      return () => zoom.scaleBy(ZOOM_STEP);
    case '-':
      return () => zoom.scaleBy(1 / ZOOM_STEP);
    case '0':
      return zoom.reset;
    case '?':
      return showShortcuts;
    case 'i':
    case 'I':
      return toggleDetails;
    case 'Delete':
      return remove;
  }
  return undefined;
}

const PAN: Record<string, { x: number; y: number }> = {
  ArrowRight: { x: -PAN_STEP, y: 0 },
  ArrowLeft: { x: PAN_STEP, y: 0 },
  ArrowDown: { x: 0, y: -PAN_STEP },
  ArrowUp: { x: 0, y: PAN_STEP },
};
