import { BREAKPOINTS } from '@keepsake/contracts/platform/limits';
import { createContext, useCallback, useContext, useSyncExternalStore } from 'react';
import { listenTo } from './signal.ts';
import { visitStorage } from './surviving-storage.ts';

/** Whether a media query matches; re-renders when that changes. Unlike measuring the width, this needs no layout on the phone. */
export function useMedia(media: string): boolean {
  const subscribe = useCallback(
    (onChange: () => void) => listenTo(window.matchMedia(media), 'change', onChange),
    [media],
  );
  return useSyncExternalStore(subscribe, () => window.matchMedia(media).matches);
}

/** Whether the phone layout applies: 'mobile' is small and medium [LAY-05]. */
export const useIsMobile = (): boolean => !useMedia(`(min-width: ${BREAKPOINTS.large}px)`);

/** Whether heading, tabs and several labelled actions fit into one row, as in the extra large layout [LAY-04]. */
export const useHasRoomForActions = (): boolean => useMedia(`(min-width: ${BREAKPOINTS.extraLarge}px)`);

/**
 * Whether there is a mouse or a similarly precise pointer. Features that need one test this and not the width, because pages
 * can be zoomed.
 */
export const useHasMouse = (): boolean => useMedia('(any-pointer: fine)');

/** Whether the content is inside a frame; previews and other full-screen pages are not. */
export const FrameContext = createContext(false);
export const useIsFramed = () => useContext(FrameContext);

const NAME = 'stripped';

/** Keeps `?stripped=true` for the rest of the visit, so that it survives sign-in and navigation [ALD-15]. */
export function rememberStrippedMode(search: string, visit: Pick<Storage, 'setItem'>): void {
  const requested = new URLSearchParams(search).get(NAME);
  if (requested !== null) visit.setItem(NAME, String(requested === 'true'));
}

/** Whether pages omit links that lead away from them, because they are embedded in an app of the retailer. */
export function isStripped(visit: Pick<Storage, 'getItem'> = visitStorage): boolean {
  return visit.getItem(NAME) === 'true';
}
