import {
  countUsedPhotos,
  findUsedPhotos,
  getAccountInformation,
  MAX_IDS_PER_CALL,
} from '@keepsake/contracts';
import { queryOptions } from '@tanstack/react-query';
import { call, idBatches } from '#/shared/api/call.ts';

/** The account as far as deleting photos is concerned [DEL-20]; under 'User', so that deletions refresh it. */
export const accountQuery = queryOptions({
  queryKey: ['User', 'account'],
  meta: { action: 'LOAD_ACCOUNT_INFORMATION' },
  queryFn: ({ signal }) => call(getAccountInformation, {}, { signal }),
});

/** Counts the photos used in orders. Not cached: asked again each time a dialog opens. */
export const usesQuery = (photoIds: readonly string[]) =>
  queryOptions({
    // A hundred thousand ids are too many for a key; count, first and last identify the photos of one dialog.
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

/** Counts the photos of the whole library used in orders. */
export const libraryUsesQuery = queryOptions({
  queryKey: ['Orders', 'uses of all'],
  meta: { action: 'LOAD_PHOTO_USES' },
  gcTime: 0,
  queryFn: async ({ signal }) => (await call(countUsedPhotos, {}, { signal })).photosCount,
});
