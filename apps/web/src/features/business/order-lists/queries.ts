import { getOrderListInstructions, getOrderLists } from '@keepsake/contracts/business/order-lists';
import { queryOptions } from '@tanstack/react-query';
import { call } from '#/shared/api/call.ts';
import { pagedQuery } from '#/shared/paged-list.tsx';

declare module '#/shared/api/query-tags.ts' {
  interface QueryTags {
    OrderLists: unknown;
  }
}

/** This customer's instructions for ordering by file. */
export const instructionsQuery = queryOptions({
  queryKey: ['OrderLists', 'instructions'],
  meta: { action: 'LOAD_ORDER_LIST_INSTRUCTIONS' },
  queryFn: ({ signal }) => call(getOrderListInstructions, {}, { signal }),
});

/** The customer's files and their outcome, newest first. */
export const orderListsQuery = pagedQuery({
  queryKey: ['OrderLists', 'all'],
  meta: { action: 'LOAD_ORDER_LISTS' },
  load: (cursor, signal) => call(getOrderLists, { query: { cursor } }, { signal }),
});
