import { useRouter } from '@tanstack/react-router';
import { useEffect, useLayoutEffect, useRef } from 'react';
import type { GridEngine } from '#/features/library/photo-grid/index.ts';
import { listenTo } from '#/shared/signal.ts';
import { visitStorage } from '#/shared/surviving-storage.ts';
import { parseScrollPosition, scrollPositionAt, tileOfPosition, topOfPosition } from './scroll-position.ts';

type Props = { engine: GridEngine; view: string };

/**
 * Remembers the scroll position of a view per history entry: Back and a reload restore it, while a new visit starts at the top.
 */
export function ScrollMemory(props: Props) {
  useRestoredScroll(props);
  useManualRestoration();
  useSavedScroll(props);
  return null;
}

function useRestoredScroll({ engine, view }: Props): void {
  const router = useRouter();
  const hasReturned = useRef(false);
  useLayoutEffect(() => {
    const { layout } = engine.getView();
    const saved = parseScrollPosition(visitStorage.getItem(visitKeyOf(view)));
    if (!layout || !saved) return;
    engine.returnTo(topOfPosition(layout, saved), tileOfPosition(layout, saved.photo));
    hasReturned.current = true;
  }, [engine, view]);
  useLayoutEffect(() => {
    // The router scrolls every page to the top once it is rendered, which is after the position was restored above.
    const unsubscribe = router.subscribe('onRendered', () => {
      unsubscribe();
      const { top } = engine.getViewport();
      // Also if another page was requested and abandoned before it was rendered.
      if (top > 0 || hasReturned.current) engine.returnTo(top);
    });
    return unsubscribe;
  }, [router, engine]);
}

function useManualRestoration(): void {
  useLayoutEffect(() => {
    // The browser would restore pixels, slightly after this.
    window.history.scrollRestoration = 'manual';
    return () => {
      window.history.scrollRestoration = 'auto';
    };
  }, []);
}

function useSavedScroll({ engine, view }: Props): void {
  const path = useRef(window.location.pathname);
  useEffect(() => {
    // The next page's entry is current before this view unmounts: nothing must be saved there.
    const save = () => window.location.pathname === path.current && saveAt(engine, visitKeyOf(view));
    // Only at rest, because storage is slow.
    const unsubscribe = engine.subscribe(() => engine.getView().pace === 'rest' && save());
    // A photo may be opened before scrolling has ended, or after a notice above the photos appeared or disappeared.
    const stop = listenTo(document, 'click', engine.scrollEnded, { capture: true });
    return () => {
      unsubscribe();
      stop();
    };
  }, [engine, view]);
}

function saveAt(engine: GridEngine, key: string): void {
  const { layout } = engine.getView();
  if (layout) visitStorage.setItem(key, JSON.stringify(scrollPositionAt(layout, engine.getViewport().top)));
}

/** A key of this visit to a view. The router identifies each history entry in its state. */
export function visitKeyOf(view: string): string {
  const { state } = window.history;
  return `scroll:${view}:${String(state?.__TSR_key ?? state?.key ?? window.location.pathname)}`;
}
