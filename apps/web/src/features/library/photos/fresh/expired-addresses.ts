import { useEffect } from 'react';
import type { PhotoStore } from '../photos/photo-store.ts';

const DAY_MS = 86_400_000;
/** Where clocks disagree a fresh address may look expired: then it is asked for this often and no more. */
const PAUSE_MS = 60_000;

/** Whether the last day of a signed address has passed; it is written behind `/media/`, in days since 1970, base 36. */
export function isExpired(address: string, now: number): boolean {
  const [, day] = /\/media\/([0-9a-z]{3,5})\/[\w-]{32}\//.exec(address) ?? [];
  return day !== undefined && Number.parseInt(day, 36) * DAY_MS <= now;
}

/** Fetches photos again whose addresses have expired in a tab left open, as soon as a picture fails for it. */
export function useFreshAddresses(store: PhotoStore): void {
  useEffect(() => {
    let renewedAt = Number.NEGATIVE_INFINITY;
    function onError({ target }: Event): void {
      const now = Date.now();
      if (!(target instanceof HTMLImageElement) || !isExpired(target.src, now)) return;
      if (now - renewedAt < PAUSE_MS) return;
      renewedAt = now;
      store.outdate(store.sectionsWith(({ url }) => isExpired(url, now)));
    }
    // Errors of pictures do not bubble, but they pass the window on their way down.
    window.addEventListener('error', onError, true);
    return () => window.removeEventListener('error', onError, true);
  }, [store]);
}
