import { deletePhotos } from '@keepsake/contracts';
import { call } from '#/shared/api/call.ts';
import { hidePhotos } from '#/shared/pending-removals/hidden-photos.ts';
import { DeletionError, deleteInBatches } from './delete-in-batches.ts';

/**
 * Deletes photos that are hidden from its first moment on [DEL-13]. Those that could not be deleted come back
 * [DEL-14]; the others stay hidden: deleted, they never return under their ids, while some list may still hold them.
 */
export async function deleteHidden(
  photoIds: readonly string[],
  onProgress?: (deleted: number) => void,
): Promise<void> {
  const hiding = hidePhotos('library', photoIds);
  try {
    await deleteInBatches(photoIds, {
      send: (batch) => call(deletePhotos, { body: { photoIds: [...batch] } }),
      pause: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
      onProgress,
    });
  } catch (error) {
    const remaining = new Set(error instanceof DeletionError ? error.remaining : photoIds);
    hidePhotos(
      'library',
      photoIds.filter((photoId) => !remaining.has(photoId)),
    );
    hiding.fail();
    throw error;
  }
}
