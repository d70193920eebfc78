import { useSyncExternalStore } from 'react';
import { listenTo } from '#/shared/signal.ts';

const subscribe = (onChange: () => void) => listenTo(window, 'resize', onChange);

/** A phone in landscape has more room beside a photo than below it. The style sheets use the same breakpoints. */
const BESIDE = { width: 1_024, lyingWidth: 640 };

function readHasRoomBeside(): boolean {
  const { innerWidth, innerHeight } = window;
  return innerWidth >= (innerWidth >= innerHeight ? BESIDE.lyingWidth : BESIDE.width);
}

/** Whether the details are beside the photo; otherwise they are a bottom sheet. */
export function useHasRoomBeside(): boolean {
  return useSyncExternalStore(subscribe, readHasRoomBeside);
}

/** Pixels from one photo of the filmstrip to the next; must match the style sheet. */
export const FILMSTRIP_STEP = 68;
const FILMSTRIP = { width: 1_180, height: 700 };

function readReach(): number {
  const { innerWidth, innerHeight } = window;
  if (innerWidth < FILMSTRIP.width || innerHeight < FILMSTRIP.height) return 0;
  return Math.ceil(innerWidth / 2 / FILMSTRIP_STEP);
}

/** Number of photos in the filmstrip on each side of the current one; 0 if there is no room for it. */
export function useFilmstripReach(): number {
  return useSyncExternalStore(subscribe, readReach);
}
