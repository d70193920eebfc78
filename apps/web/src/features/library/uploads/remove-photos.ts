import { deletePhotos } from '@keepsake/contracts';
import { call, idBatches } from '#/shared/api/call.ts';
import type { ImportItem } from '#/shared/uploads/import-item.ts';
import type { ImportSession } from './import-session.ts';

/**
 * Removes photos of the list from the library, and takes them off the list [IMP-11]; returns their number. Throws when some
 * could not be removed; those stay listed.
 */
export async function removePhotos(
  { store, runner }: Pick<ImportSession, 'store' | 'runner'>,
  isChosen: (item: ImportItem) => boolean,
): Promise<number> {
  const chosen = store.getState().items.filter(isChosen);
  const photoIds = [...new Set(chosen.flatMap(({ imageId }) => imageId ?? []))];
  for (const asked of idBatches(photoIds)) {
    const { failed } = await call(deletePhotos, { body: { photoIds: [...asked] } });
    const gone = new Set(asked).difference(new Set(failed));
    const { items } = store.getState();
    runner.remove(...items.flatMap(({ id, imageId }) => (imageId && gone.has(imageId) ? [id] : [])));
    if (failed.length > 0) throw new Error('Some photos could not be removed');
  }
  return photoIds.length;
}
