import { useRouter } from '@tanstack/react-router';
import { useEffect, useLayoutEffect, useRef } from 'react';
import type { GridEngine } from '../grid/grid-engine.ts';
import { parseScrollPosition, scrollPositionAt, topOfPosition } from './scroll-position.ts';

type Props = { engine: GridEngine; view: string };

/**
 * Remembers the place of a view for each entry of the browser's history: going back, or loading anew, returns to
 * it, while a fresh visit begins at the top.
 */
export function ScrollMemory({ engine, view }: Props) {
  const router = useRouter();
  const path = useRef(window.location.pathname);
  const hasReturned = useRef(false);
  useLayoutEffect(() => {
    const { layout } = engine.getView();
    const saved = parseScrollPosition(sessionStorage.getItem(keyOf(view)));
    if (!layout || !saved) return;
    engine.returnTo(topOfPosition(layout, saved));
    hasReturned.current = true;
  }, [engine, view]);
  useLayoutEffect(() => {
    // The router brings every page to its top once it is there, after what was restored above.
    const unsubscribe = router.subscribe('onRendered', () => {
      unsubscribe();
      const { top } = engine.getViewport();
      // Also where another page was asked for and left again before it was there.
      if (top > 0 || hasReturned.current) engine.returnTo(top);
    });
    return unsubscribe;
  }, [router, engine]);
  useLayoutEffect(() => {
    // The browser's own memory is of pixels, and comes a moment after ours.
    window.history.scrollRestoration = 'manual';
    return () => {
      window.history.scrollRestoration = 'auto';
    };
  }, []);
  useEffect(() => {
    // The next page's entry is there before this view is gone: it is not ours to write to.
    const save = () => window.location.pathname === path.current && saveAt(engine, keyOf(view));
    // Only at rest: on the way there is nothing to remember, and storage is slow.
    const unsubscribe = engine.subscribe(() => engine.getView().pace === 'rest' && save());
    // A photo may be opened before the scrolling came to rest.
    document.addEventListener('click', save, { capture: true });
    return () => {
      unsubscribe();
      document.removeEventListener('click', save, { capture: true });
    };
  }, [engine, view]);
  return null;
}

function saveAt(engine: GridEngine, key: string): void {
  const { layout } = engine.getView();
  if (layout) sessionStorage.setItem(key, JSON.stringify(scrollPositionAt(layout, engine.getViewport().top)));
}

/** The router names each entry of the history in its state. */
function keyOf(view: string): string {
  const { state } = window.history;
  return `scroll:${view}:${String(state?.__TSR_key ?? state?.key ?? window.location.pathname)}`;
}
