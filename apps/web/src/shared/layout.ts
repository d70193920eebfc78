import { BREAKPOINTS } from '@keepsake/contracts';
import { useCallback, useSyncExternalStore } from 'react';

/** Whether a media query holds; renders again when that changes. Unlike the width, a phone knows it without a layout. */
function useMedia(media: string): boolean {
  const subscribe = useCallback(
    (onChange: () => void) => {
      const query = window.matchMedia(media);
      query.addEventListener('change', onChange);
      return () => query.removeEventListener('change', onChange);
    },
    [media],
  );
  return useSyncExternalStore(subscribe, () => window.matchMedia(media).matches);
}

/** Whether there is only room for the layout of a phone: 'mobile' is small and medium [LAY-05]. */
export const useIsMobile = (): boolean => !useMedia(`(min-width: ${BREAKPOINTS.large}px)`);

/** Whether a heading, tabs and the names of several actions have room in one row, as in the extra large layout [LAY-04]. */
export const useHasRoomForActions = (): boolean => useMedia(`(min-width: ${BREAKPOINTS.extraLarge}px)`);

/** Whether there is a mouse, or anything as precise. What needs one goes by this and not by the width: pages are zoomed. */
export const useHasMouse = (): boolean => useMedia('(any-pointer: fine)');

const NAME = 'stripped';

/** Keeps `?stripped=true` for the rest of the visit, so that it survives sign-in and navigation [ALD-15]. */
export function rememberStrippedMode(search: string, visit: Pick<Storage, 'setItem'>): void {
  const asked = new URLSearchParams(search).get(NAME);
  if (asked !== null) visit.setItem(NAME, String(asked === 'true'));
}

/** Whether pages leave out what leads away from them, because they are shown inside an app of the retailer. */
export function isStripped(visit: Pick<Storage, 'getItem'> = window.sessionStorage): boolean {
  return visit.getItem(NAME) === 'true';
}
