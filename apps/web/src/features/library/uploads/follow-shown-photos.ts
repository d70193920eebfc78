import { getPhoto } from '@keepsake/contracts/library/photos';
import { useEffect, useEffectEvent } from 'react';
import { call } from '#/shared/api/call.ts';
import { usePush } from '#/shared/push.ts';
import type { ImportSession } from './import-session.ts';

/** Polling interval for photos without a push message, in milliseconds, and how many are polled at once, oldest first. */
export const REQUESTED_EVERY_MS = 5_000;
const REQUESTED_AT_ONCE = 8;

/** Tracks whether saved photos can be displayed: by push, with polling because messages may be lost. */
export function useFollowShownPhotos({ shownPhotos }: ImportSession['runner']): void {
  usePush('photos-changed', ({ data: { change, photoIds } }) => {
    if (change !== 'ready' && change !== 'failed') return;
    shownPhotos.note(new Map(photoIds.map((id) => [id, change === 'ready'])));
  });
  const ask = useEffectEvent(async () => {
    for (const photoId of shownPhotos.awaited().slice(0, REQUESTED_AT_ONCE)) {
      const state = await call(getPhoto, { params: { photoId } }).then(
        (photo) => photo.thumbnailState,
        () => 'loading' as const,
      );
      if (state !== 'loading') shownPhotos.note(new Map([[photoId, state === 'success']]));
    }
  });
  useEffect(() => {
    const timer = setInterval(() => void ask(), REQUESTED_EVERY_MS);
    return () => clearInterval(timer);
  }, []);
}
