import { getTempSelection } from '@keepsake/contracts/creations/print-orders';
import { getPhoto } from '@keepsake/contracts/library/photos';
import { getSuperorder } from '@keepsake/contracts/orders/order-queries';
import { getDemoProject } from '@keepsake/contracts/shop/demo-projects';
import { getDemoShop } from '@keepsake/contracts/shop/demo-shop';
import { queryOptions } from '@tanstack/react-query';
import { call } from '#/shared/api/call.ts';
import { onlyIf } from '#/shared/push.ts';

declare module '#/shared/api/query-tags.ts' {
  interface QueryTags {
    DemoShop: unknown;
  }
}

/** The selection handed over by the library. */
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

/** The latest saved version of a project, from any device. */
export const projectQuery = (projectCode: string) =>
  queryOptions({
    queryKey: ['DemoShop', 'project', projectCode],
    meta: { action: 'LOAD_DEMO_PROJECT' },
    // Background refreshes must not replace a project being edited; it is reloaded when the page is reopened.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    queryFn: ({ signal }) => call(getDemoProject, { params: { projectCode } }, { signal }),
  });

/** A placed order, as its customer sees it. */
export const orderedQuery = (orderCode: string) =>
  queryOptions({
    queryKey: ['Orders', 'in-the-demo-shop', orderCode],
    meta: { concerns: onlyIf('orders-changed', ({ data }) => data.orderCodes.includes(orderCode)) },
    staleTime: 0,
    queryFn: ({ signal }) => call(getSuperorder, { params: { orderCode } }, { signal }),
  });
