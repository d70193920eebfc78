import { useNavigate, useRouter } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Path of the page that the entry before shows; noted by pages that lead back there once they are done. */
    behind?: string | undefined;
  }
}

/**
 * Notes for `useWayBack` which page the customer came from, in the page's entry of the history, so that a reload does not lose
 * it; returns its path. Called while the page renders for the first time, before anything is loaded.
 */
export function usePageBehind(): string | undefined {
  const { state: now, history } = useRouter();
  const [behind] = useState(() => {
    const { location, resolvedLocation: before } = now;
    const isBehind = before?.state.__TSR_index === location.state.__TSR_index - 1;
    return isBehind ? before?.pathname : location.state.behind;
  });
  useEffect(() => {
    const { state } = window.history;
    if (state?.__TSR_index !== history.location.state.__TSR_index || state.behind === behind) return;
    // Bypasses the router, which need not know.
    History.prototype.replaceState.call(window.history, { ...state, behind }, '');
  }, [behind, history]);
  return behind;
}

/**
 * Leaves a page that is done, saved or cancelled, for the one it belongs to: goes back if that is the entry before, otherwise
 * takes its own entry. So Back never opens what is finished. Nothing asks any more: the press was the answer. The promise is
 * fulfilled once the other page is shown.
 */
export function useWayBack(): (href: string) => Promise<void> {
  const { history, subscribe } = useRouter();
  const navigate = useNavigate();
  /** The entry that was left: going back takes a moment, in which a second press would go further. */
  const left = useRef<string>(undefined);
  return async (href) => {
    const { __TSR_key: entry } = history.location.state;
    if (left.current === entry) return;
    left.current = entry;
    const [path] = href.split('?');
    const { state } = window.history;
    const isHere = state?.__TSR_index === history.location.state.__TSR_index;
    if (!isHere || state.behind !== path) return navigate({ href, replace: true, ignoreBlocker: true });
    await new Promise<void>((resolve) => {
      const stop = subscribe('onResolved', () => {
        stop();
        resolve();
      });
      history.back({ ignoreBlocker: true });
    });
  };
}
