import { deletePhotos } from '@keepsake/contracts';
import type { StoreApi } from 'zustand/vanilla';
import { call, idBatches } from '#/shared/api/call.ts';
import { isRemovable } from '#/shared/uploads/queue/import-item.ts';
import { type ImportQueue, importQueue } from '#/shared/uploads/queue/import-queue.ts';

type Removal = {
  store: StoreApi<ImportQueue>;
  /** Takes items off the list. */
  remove: (...ids: number[]) => void;
};

/** Marks an item for removal, or takes the mark back. */
export function markItem(store: StoreApi<ImportQueue>, id: number, isMarked: boolean): void {
  store.setState((queue) => importQueue(queue, { type: 'marked', id, isMarked }), true);
}

/**
 * Deletes the marked photos, which this import added, and takes them off the list [IMP-11]. Throws when some of them are
 * still there; those stay marked.
 */
export async function removeMarked({ store, remove }: Removal): Promise<void> {
  const marked = store.getState().items.filter((item) => isRemovable(item) && item.isMarked);
  const photoIds = [...new Set(marked.flatMap(({ imageId }) => imageId ?? []))];
  for (const asked of idBatches(photoIds)) {
    const { failed } = await call(deletePhotos, { body: { photoIds: [...asked] } });
    const gone = new Set(asked).difference(new Set(failed));
    remove(...store.getState().items.flatMap(({ id, imageId }) => (imageId && gone.has(imageId) ? id : [])));
    if (failed.length > 0) throw new Error('Some photos could not be removed');
  }
}
