import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { PHOTO_TAGS } from '#/shared/api/query-tags.ts';
import { usePush } from '#/shared/push.ts';
import type { PhotoStore } from '../photos/photo-store.ts';
import { type Collector, collectChanges } from './collect-changes.ts';
import { useFreshAddresses } from './expired-addresses.ts';

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
