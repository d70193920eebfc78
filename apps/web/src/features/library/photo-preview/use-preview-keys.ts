import { useStageKeys, type ZoomControl } from '#/features/library/stage/index.ts';

type Commands = {
  step: (direction: 1 | -1) => void;
  close: () => void;
  zoom: ZoomControl;
  showShortcuts: () => void;
  toggleDetails: (() => void) | undefined;
  startSlideshow: (() => void) | undefined;
  /** Only while a slideshow is shown. */
  togglePause: (() => void) | undefined;
  markFavourite: (() => void) | undefined;
  turn: (() => void) | undefined;
  remove: (() => void) | undefined;
};

/** Keyboard shortcuts of the preview. */
export function usePreviewKeys({ zoom, ...commands }: Commands): void {
  useStageKeys(zoom, (event) => commandOf(event, commands));
}

function commandOf(
  { key, target }: KeyboardEvent,
  commands: Omit<Commands, 'zoom'>,
): (() => void) | undefined {
  const { step, close, showShortcuts, toggleDetails, markFavourite, turn, remove } = commands;
  switch (key) {
    case 'ArrowRight':
      return () => step(1);
    case 'ArrowLeft':
      return () => step(-1);
    case 'Escape':
      return close;
    case ' ':
      // Presses the button that has the focus.
      return target instanceof HTMLButtonElement ? undefined : commands.togglePause;
    case 's':
    case 'S':
      return commands.startSlideshow;
    case '?':
      return showShortcuts;
    case 'i':
    case 'I':
      return toggleDetails;
    case 'f':
    case 'F':
      return markFavourite;
    case 'r':
    case 'R':
      return turn;
    case 'Delete':
      return remove;
  }
  return undefined;
}
