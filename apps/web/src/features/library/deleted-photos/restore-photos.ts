import {
  deleteForGood,
  emptyDeletedPhotos,
  restorePhotos as restoreEndpoint,
} from '@keepsake/contracts/library/deleted-photos';
import { hideAndRemove, restorePhotos } from '#/features/library/state/index.ts';
import { call, idBatches } from '#/shared/api/call.ts';

/** Brings deleted photos back. They are no longer among deleted ones at once; those of failed batches reappear there. */
export function bringBack(photoIds: readonly string[]): Promise<void> {
  return hideAndRemove('deleted', photoIds, async (onRestored) => {
    for (const batch of idBatches(photoIds)) {
      await call(restoreEndpoint, { body: { photoIds: [...batch] } });
      restorePhotos('library', batch);
      onRestored(batch);
    }
  });
}

/** Deletes deleted photos for good. They disappear at once; those of failed batches reappear. */
export function endForGood(photoIds: readonly string[]): Promise<void> {
  return hideAndRemove('deleted', photoIds, async (onEnded) => {
    for (const batch of idBatches(photoIds)) {
      await call(deleteForGood, { body: { photoIds: [...batch] } });
      onEnded(batch);
    }
  });
}

/** Deletes all deleted photos for good, also those that are not loaded. */
export const endAll = (): Promise<unknown> => call(emptyDeletedPhotos, {});
