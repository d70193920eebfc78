import { BREAKPOINTS } from '@keepsake/contracts';
import { useSyncExternalStore } from 'react';

export type Layout = 'small' | 'medium' | 'large' | 'extra-large';

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

/** The layout of the window; renders again only when a border is crossed. */
function useLayout(): Layout {
  return useSyncExternalStore(subscribe, () => layoutOf(window.innerWidth));
}

/** 'Mobile' is small and medium [LAY-05]. */
export function useIsMobile(): boolean {
  const layout = useLayout();
  return layout === 'small' || layout === 'medium';
}
