import { getDemoShop, getPhoto, getTempSelection } from '@keepsake/contracts';
import { queryOptions } from '@tanstack/react-query';
import { call } from '#/shared/api/call.ts';

declare module '#/shared/api/query-tags.ts' {
  interface QueryTags {
    DemoShop: unknown;
  }
}

/** The selected photos that the library handed over. */
export const selectionQuery = (tempSelectionId: string) =>
  queryOptions({
    queryKey: ['DemoShop', 'selection', tempSelectionId],
    meta: { action: 'LOAD_TEMP_SELECTION' },
    queryFn: async ({ signal }) =>
      (await call(getTempSelection, { params: { tempSelectionId } }, { signal })).photoIds,
  });

/** The products and their currency. */
export const shopQuery = (channel: string) =>
  queryOptions({
    queryKey: ['DemoShop', 'products', channel],
    queryFn: ({ signal }) => call(getDemoShop, { query: { channel } }, { signal }),
  });

/** One of the selected photos. */
export const photoQuery = (photoId: string) =>
  queryOptions({
    queryKey: ['DemoShop', 'photo', photoId],
    queryFn: ({ signal }) => call(getPhoto, { params: { photoId } }, { signal }),
  });
