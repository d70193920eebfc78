import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { PHOTO_TAGS } from '#/shared/api/query-tags.ts';
import { usePush } from '#/shared/push.ts';
import { type Collector, collectChanges } from './collect-changes.ts';
import type { PhotoStore } from './photo-store.ts';

/** What a change names: photos, or all of them where the news were too many to list. */
type Change = string | 'all';

/** How often photos without thumbnails are looked at again, should the news of them not have come. */
const POLL_MS = 15_000;

/** Keeps a view up to date: months, counts and photos are fetched again when they change, the rest stays. */
export function useFreshPhotos(store: PhotoStore): void {
  const client = useQueryClient();
  const changes = useRef<Collector<Change>>(undefined);
  useFreshAddresses(store);

  useEffect(() => {
    const collector = collectChanges<Change>({
      now: () => performance.now(),
      deliver(changed) {
        store.outdate(store.sectionsWith(({ imageId }) => changed.has('all') || changed.has(imageId)));
        for (const tag of PHOTO_TAGS) void client.invalidateQueries({ queryKey: [tag] });
      },
    });
    changes.current = collector;
    const poll = setInterval(() => {
      const isUnseen = document.visibilityState === 'hidden';
      const waiting = isUnseen ? [] : store.sectionsWith((photo) => photo.thumbnailState === 'loading');
      if (waiting.length > 0) store.outdate(waiting);
    }, POLL_MS);
    return () => {
      clearInterval(poll);
      collector.stop();
    };
  }, [store, client]);

  usePush('photos-changed', ({ data }) => {
    changes.current?.add(data.photoIds.length > 0 ? data.photoIds : ['all']);
  });
}

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
