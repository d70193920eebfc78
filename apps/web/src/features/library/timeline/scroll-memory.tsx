import { useEffect, useLayoutEffect } from 'react';
import type { GridEngine } from '../grid/grid-engine.ts';
import { parseScrollPosition, scrollPositionAt, topOfPosition } from './scroll-position.ts';

type Props = { engine: GridEngine; view: string };

/**
 * Remembers the place of a view for each entry of the browser's history: going back, or loading anew, returns to
 * it, while a fresh visit begins at the top.
 */
export function ScrollMemory({ engine, view }: Props) {
  const key = `scroll:${view}:${historyEntry()}`;
  useLayoutEffect(() => {
    const { layout } = engine.getView();
    const saved = parseScrollPosition(sessionStorage.getItem(key));
    if (layout && saved && saved.photo + saved.offset > 0) engine.jumpTo(topOfPosition(layout, saved));
  }, [engine, key]);
  useEffect(() => engine.subscribe(() => save(engine, key)), [engine, key]);
  return null;
}

/** Only at rest: on the way there is nothing to remember, and storage is slow. */
function save(engine: GridEngine, key: string): void {
  const { layout, pace } = engine.getView();
  if (layout && pace === 'rest') {
    sessionStorage.setItem(key, JSON.stringify(scrollPositionAt(layout, engine.getPlace().top)));
  }
}

/** The router names each entry of the history in its state. */
function historyEntry(): string {
  const { state } = window.history;
  return String(state?.__TSR_key ?? state?.key ?? window.location.pathname);
}
