import { DAY_MS, MINUTE_MS } from '@keepsake/contracts/platform/limits';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { makeStale, PHOTO_TAGS } from '#/shared/api/query-tags.ts';
import { RETRIES, retryDelay } from '#/shared/api/retry.ts';
import { type Collector, collectChanges } from '#/shared/collect-changes.ts';
import { usePush } from '#/shared/push.ts';
import { serverNow } from '#/shared/server-time.ts';
import { listenTo } from '#/shared/signal.ts';
import type { PhotoStore } from './photo-store.ts';
import { hasFailed, mayHeal, sectionsWith } from './section-pages.ts';

/** A changed photo, or 'all' if there were too many to list. */
type Change = string | 'all';

/** How often photos without thumbnails are reloaded, in case a push message is lost, in milliseconds. */
const POLL_MS = 15_000;
/** Sooner for the first time: nobody was notified of changes between the first answer and the opening of the push channel. */
const FIRST_POLL_MS = 2_000;

/** Keeps the photos of a view up to date, and for lost push messages months and counts as well. */
export function useFreshPhotos(store: PhotoStore): void {
  const client = useQueryClient();
  const changes = useRef<Collector<Change>>(undefined);
  useFreshAddresses(store);
  useRetryFailed(store);

  useEffect(() => {
    function poll(): void {
      const isUnseen = document.visibilityState === 'hidden';
      const waiting = isUnseen
        ? []
        : sectionsWith(store.getState(), (photo) => photo.thumbnailState === 'loading');
      if (waiting.length === 0) return;
      store.outdate(waiting);
      // The date read from a photo's file meanwhile may have moved it to another month.
      void makeStale(client, PHOTO_TAGS);
    }
    const collector = collectChanges<Change>({
      now: () => performance.now(),
      deliver: (changed) =>
        store.outdate(
          sectionsWith(store.getState(), ({ imageId }) => changed.has('all') || changed.has(imageId)),
        ),
    });
    changes.current = collector;
    const first = setTimeout(poll, FIRST_POLL_MS);
    const others = setInterval(poll, POLL_MS);
    return () => {
      clearTimeout(first);
      clearInterval(others);
      collector.stop();
    };
  }, [store, client]);

  usePush('photos-changed', ({ data }) => {
    changes.current?.add(data.photoIds.length > 0 ? data.photoIds : ['all']);
  });
}

/** With a wrong clock a new address may look expired: limits how often it is reloaded, in milliseconds. */
const PAUSE_MS = MINUTE_MS;

/** Whether a signed address has expired. Its last day follows `/media/`, in days since 1970, in base 36. */
export function isExpired(address: string, now: number): boolean {
  const [, day] = /\/media\/([0-9a-z]{3,5})\/[\w-]{32}\//.exec(address) ?? [];
  return day !== undefined && Number.parseInt(day, 36) * DAY_MS <= now;
}

/** In a tab left open, reloads photos with expired addresses as soon as a picture fails to load. */
export function useFreshAddresses(store: PhotoStore): void {
  useEffect(() => {
    let renewedAt = Number.NEGATIVE_INFINITY;
    function onError({ target }: Event): void {
      const now = serverNow().getTime();
      if (!(target instanceof HTMLImageElement) || !isExpired(target.src, now)) return;
      if (now - renewedAt < PAUSE_MS) return;
      renewedAt = now;
      store.outdate(sectionsWith(store.getState(), ({ url }) => isExpired(url, now)));
    }
    // Error events of images do not bubble, but can be captured on the window.
    return listenTo(window, 'error', onError, { capture: true });
  }, [store]);
}

/**
 * Reloads whatever failed temporarily: when a page shows it again, after growing delays while the page is visible, and as soon
 * as the network is back. Browsers do not notice every connection that is lost, and servers restart.
 */
export function useRetryFailed(store: PhotoStore): void {
  useEffect(() => {
    let failures = RETRIES;
    let timer: ReturnType<typeof setTimeout> | undefined;
    function retryLater(): void {
      const failed = Object.values(store.getState()).filter(hasFailed);
      if (failed.length === 0) failures = RETRIES;
      if (timer !== undefined || document.visibilityState === 'hidden' || !failed.some(mayHeal)) return;
      timer = setTimeout(heal, retryDelay(failures++));
    }
    function heal(): void {
      clearTimeout(timer);
      timer = undefined;
      if (document.visibilityState !== 'hidden') store.heal();
    }
    const stops = [
      listenTo(window, 'online', heal),
      listenTo(document, 'visibilitychange', retryLater),
      store.subscribe(retryLater),
    ];
    // The network may have come back while no page showed these photos.
    if (navigator.onLine) heal();
    return () => {
      clearTimeout(timer);
      for (const stop of stops) stop();
    };
  }, [store]);
}
