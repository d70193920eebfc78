import { countUsedPhotos, findUsedPhotos, MAX_IDS_PER_CALL } from '@keepsake/contracts';
import { queryOptions } from '@tanstack/react-query';
import { call } from '#/shared/api/call.ts';
import { idBatches } from '#/shared/api/id-batches.ts';

/** How many of these photos orders are made from; asked each time a dialog opens, and forgotten with it. */
export const usesQuery = (photoIds: readonly string[]) =>
  queryOptions({
    // A hundred thousand ids are too many for a key; while one dialog is open these tell its photos from others.
    queryKey: ['Orders', 'uses', photoIds.length, photoIds[0], photoIds.at(-1)],
    meta: { action: 'LOAD_PHOTO_USES' },
    gcTime: 0,
    queryFn: async ({ signal }) => {
      let used = 0;
      for (const batch of idBatches(photoIds, MAX_IDS_PER_CALL)) {
        const body = { photoIds: [...batch] };
        used += (await call(findUsedPhotos, { body }, { signal })).photoIds.length;
      }
      return used;
    },
  });

/** How many photos of the whole library orders are made from. */
export const libraryUsesQuery = queryOptions({
  queryKey: ['Orders', 'uses of all'],
  meta: { action: 'LOAD_PHOTO_USES' },
  gcTime: 0,
  queryFn: async ({ signal }) => (await call(countUsedPhotos, {}, { signal })).photosCount,
});
