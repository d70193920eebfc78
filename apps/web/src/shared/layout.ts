import { BREAKPOINTS } from '@keepsake/contracts';
import { useSyncExternalStore } from 'react';

type Layout = 'small' | 'medium' | 'large' | 'extra-large';

/** Layout of a page of this width in CSS pixels [LAY-01..LAY-04]. */
export function layoutOf(width: number): Layout {
  if (width < BREAKPOINTS.medium) return 'small';
  if (width < BREAKPOINTS.large) return 'medium';
  return width < BREAKPOINTS.extraLarge ? 'large' : 'extra-large';
}

function subscribe(onChange: () => void): () => void {
  const queries = Object.values(BREAKPOINTS).map((width) => window.matchMedia(`(min-width: ${width}px)`));
  for (const query of queries) query.addEventListener('change', onChange);
  return () => {
    for (const query of queries) query.removeEventListener('change', onChange);
  };
}

/** The layout of the window; renders again only when it changes. */
function useLayout(): Layout {
  return useSyncExternalStore(subscribe, () => layoutOf(window.innerWidth));
}

/** Whether there is only room for the layout of a phone: 'mobile' is small and medium [LAY-05]. */
export function useIsMobile(): boolean {
  const layout = useLayout();
  return layout === 'small' || layout === 'medium';
}

/** Whether a heading, tabs and the names of several actions have room in one row. */
export function useHasRoomForActions(): boolean {
  return useLayout() === 'extra-large';
}

const MOUSE = '(any-pointer: fine)';

function subscribeToMouse(onChange: () => void): () => void {
  const query = window.matchMedia(MOUSE);
  query.addEventListener('change', onChange);
  return () => query.removeEventListener('change', onChange);
}

/** Whether there is a mouse, or anything as precise. What needs one goes by this and not by the width: pages are zoomed. */
export function useHasMouse(): boolean {
  return useSyncExternalStore(subscribeToMouse, () => window.matchMedia(MOUSE).matches);
}

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
