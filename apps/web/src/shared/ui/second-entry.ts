import { type BlockerFn, useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** An entry whose page the next entry shows again. */
    isRepeated?: boolean;
    /** The entry that shows the page of a repeated one. */
    isSecond?: boolean;
  }
}

/**
 * Gives a page that was opened by its address a second entry in the browser's history while something over it takes Back, since
 * the browser asks nobody before it goes back from a document's first entry.
 */
export function useSecondEntry(isNeeded: boolean): void {
  const { history } = useRouter();
  useEffect(() => {
    if (!isNeeded) return;
    history.flush();
    const state = window.history.state;
    const index = state?.__TSR_index;
    // Elsewhere than the page is, the browser is on the way back to it, and has an entry before it.
    if (!(index <= 0) || index !== history.location.state.__TSR_index || state.isSecond) return;
    // The page stays the same: the router, which replaces these two functions in the window's history, is told nothing.
    const { replaceState, pushState } = History.prototype;
    const repeated = { ...state, __TSR_index: index - 1, isRepeated: true };
    replaceState.call(window.history, repeated, '');
    pushState.call(window.history, { ...state, isRepeated: undefined, isSecond: true }, '');
  }, [history, isNeeded]);
}

/** Goes past a repeated entry on the way back; returns whether it did. */
export function passRepeated({ action, currentLocation, nextLocation }: Parameters<BlockerFn>[0]): boolean {
  if (action !== 'BACK' || !nextLocation.state.isRepeated) return false;
  if (nextLocation.pathname !== currentLocation.pathname) return false;
  window.history.back();
  return true;
}
