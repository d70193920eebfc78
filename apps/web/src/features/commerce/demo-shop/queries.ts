import { getDemoProject, getDemoShop, getPhoto, getSuperorder, getTempSelection } from '@keepsake/contracts';
import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { call } from '#/shared/api/call.ts';
import { usePush } from '#/shared/push.ts';

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

/** A project as it was saved last, wherever that was. */
export const projectQuery = (projectCode: string) =>
  queryOptions({
    queryKey: ['DemoShop', 'project', projectCode],
    meta: { action: 'LOAD_DEMO_PROJECT' },
    // What is being changed here is not to be replaced; it is asked for anew when the page is opened again.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    queryFn: ({ signal }) => call(getDemoProject, { params: { projectCode } }, { signal }),
  });

/** An order that was placed, as the customer may know it. */
export const orderedQuery = (orderCode: string) =>
  queryOptions({
    queryKey: ['Orders', 'in-the-demo-shop', orderCode],
    staleTime: 0,
    queryFn: ({ signal }) => call(getSuperorder, { params: { orderCode } }, { signal }),
  });

/** Asks for it anew whenever something happened to it. */
export function useOrderedPush(orderCode: string): void {
  const client = useQueryClient();
  usePush('orders-changed', ({ data: { orderCodes } }) => {
    const { queryKey } = orderedQuery(orderCode);
    if (orderCodes.includes(orderCode)) void client.invalidateQueries({ queryKey });
  });
}
