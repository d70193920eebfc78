import {
  type getOrderDeliveryDates as DeliveryDatesEndpoint,
  getOrderDeliveryDates,
  getSuperorder,
  getSuperorders,
  type ListedOrder,
  ORDERS_PER_CALL,
  type Superorder,
} from '@keepsake/contracts/orders/order-queries';
import { getReorderStatus } from '@keepsake/contracts/orders/reorders';
import { getOrderWithdrawal } from '@keepsake/contracts/orders/withdrawals';
import type { ResponseOf } from '@keepsake/contracts/platform/endpoint';
import {
  infiniteQueryOptions,
  type QueryClient,
  queryOptions,
  useInfiniteQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { useDeferredValue, useEffect } from 'react';
import { ApiProblem, isAbsent } from '#/shared/api/api-problem.ts';
import { call } from '#/shared/api/call.ts';
import { makeStale } from '#/shared/api/query-tags.ts';
import { reportFailure } from '#/shared/error-reports.ts';
import { onlyIf, usePush } from '#/shared/push.ts';

const LIST_KEY = ['Orders', 'list'] as const;
const orderKey = (orderCode: string) => ['Orders', 'order', orderCode] as const;

/** From offset 0, a hundred at a time until the total is reached [ORD-23]; leaves out orders unpaid for 30 days. */
const ordersQuery = infiniteQueryOptions({
  queryKey: LIST_KEY,
  // Loaded at every opening, and renewed order by order while it is shown: it may have hundreds.
  meta: { concerns: () => false },
  staleTime: 0,
  initialPageParam: 0,
  queryFn: ({ pageParam, signal }) =>
    call(
      getSuperorders,
      { query: { Offset: pageParam, Limit: ORDERS_PER_CALL, OrderState: 'notExpired' } },
      { signal },
    ),
  getNextPageParam: ({ orders, total }, _pages, offset) =>
    orders.length > 0 && offset + ORDERS_PER_CALL < total ? offset + ORDERS_PER_CALL : undefined,
});

/** All orders of the customer, loaded progressively: the first hundred are available before the rest is requested. */
export function useOrders() {
  const client = useQueryClient();
  const { data, error, hasNextPage, isFetching, isFetchNextPageError, fetchNextPage, refetch } =
    useInfiniteQuery(ordersQuery);
  const pagesCount = data?.pages.length ?? 0;
  // Depends on the number of pages: a page that arrives immediately never shows as fetching.
  useEffect(() => {
    if (pagesCount > 0 && hasNextPage && !isFetching && !isFetchNextPageError) void fetchNextPage();
  }, [pagesCount, hasNextPage, isFetching, isFetchNextPageError, fetchNextPage]);
  usePush('orders-changed', ({ data: { orderCodes } }) => void renewListed(client, orderCodes));
  // Cards are drawn between frames, so that a hundred orders block nothing.
  const drawn = useDeferredValue(data);
  const [first] = drawn?.pages ?? [];
  return {
    orders: drawn && withoutDuplicates(drawn.pages.flatMap(({ orders }) => orders)),
    total: first?.total ?? 0,
    productsCount: first?.productsCount ?? 0,
    isWhole: drawn !== undefined && drawn === data && !hasNextPage,
    /** Why nothing could be loaded. */
    error: data ? null : error,
    /** Whether loading the rest has failed. */
    isRestMissing: isFetchNextPageError,
    loadRest: () => void fetchNextPage(),
    retry: () => void refetch(),
  };
}

/** Maximum orders refreshed individually; beyond that the whole list is reloaded. */
const MAX_RENEWED = 3;

/** Updates changed orders within the list. Only reloads the list, which may have hundreds, if one is not in it. */
async function renewListed(client: QueryClient, orderCodes: readonly string[]): Promise<void> {
  const listed = client.getQueryData(ordersQuery.queryKey);
  const existing = new Set(listed?.pages.flatMap(({ orders }) => orders.map(({ orderCode }) => orderCode)));
  const isWhole = !listed || listed.pages.length < 2 || orderCodes.length > MAX_RENEWED;
  if (isWhole || !orderCodes.every((orderCode) => existing.has(orderCode)))
    return makeStale(client, [LIST_KEY]);
  try {
    const orders = await Promise.all(
      orderCodes.map((orderCode) => call(getSuperorder, { params: { orderCode } })),
    );
    const renewed = new Map(orders.map((order) => [order.orderCode, order]));
    client.setQueryData(
      ordersQuery.queryKey,
      (before) =>
        before && {
          ...before,
          pages: before.pages.map((page) => ({
            ...page,
            orders: page.orders.map((order) => renewed.get(order.orderCode) ?? order),
          })),
        },
    );
  } catch {
    // If an order cannot be loaded by itself, reloading the list shows why.
    await makeStale(client, [LIST_KEY]);
  }
}

/** An order placed while pages load shifts another one into the next page as well. */
function withoutDuplicates(orders: readonly ListedOrder[]): ListedOrder[] {
  return [...new Map(orders.map((order) => [order.orderCode, order])).values()];
}

export type DeliveryDates = ResponseOf<typeof DeliveryDatesEndpoint>;
export type ReorderStatus = ResponseOf<typeof getReorderStatus>;
export type WholeOrder = Superorder & {
  /** Null: nothing was promised. */
  deliveryDates: DeliveryDates | null;
  /** Null: it could not be loaded. */
  reorder: ReorderStatus | null;
  withdrawal: ResponseOf<typeof getOrderWithdrawal> | null;
};

/** An order with its delivery dates and possible actions. */
export const orderQuery = (orderCode: string) =>
  queryOptions({
    queryKey: orderKey(orderCode),
    meta: {
      action: 'LOAD_ORDER',
      concerns: onlyIf('orders-changed', ({ data }, order) =>
        concernsOrder(orderCode, data.orderCodes, order as WholeOrder | undefined),
      ),
    },
    staleTime: 0,
    queryFn: async ({ signal }): Promise<WholeOrder> => {
      const [order, deliveryDates, reorder, withdrawal] = await Promise.all([
        call(getSuperorder, { params: { orderCode } }, { signal }),
        loadDeliveryDates(orderCode, signal),
        call(getReorderStatus, { params: { orderCode } }, { signal }).catch(withoutActions),
        call(getOrderWithdrawal, { params: { orderCode } }, { signal }).catch(withoutActions),
      ]);
      const dates = deliveryDates === 'failed' ? datesOf(order) : deliveryDates;
      return { ...order, deliveryDates: dates, reorder, withdrawal };
    },
  });

/** Whether something has happened to an order, or to a reorder of it. */
function concernsOrder(
  orderCode: string,
  changed: readonly string[],
  order: WholeOrder | undefined,
): boolean {
  const concerned = new Set([orderCode, ...(order?.reorder?.newOrderCodes ?? [])]);
  return changed.some((code) => concerned.has(code));
}

/** [ORD-28] Null for a 404 [ORD-29]. Any other failure only hides the reasons of changes, not the order's page. */
async function loadDeliveryDates(
  orderCode: string,
  signal: AbortSignal,
): Promise<DeliveryDates | null | 'failed'> {
  try {
    return await call(getOrderDeliveryDates, { params: { orderCode } }, { signal });
  } catch (error) {
    if (!(error instanceof ApiProblem)) throw error;
    if (isAbsent(error)) return null;
    reportFailure('LOAD_DELIVERY_DATES', error);
    return 'failed';
  }
}

/** Delivery dates according to the order itself. */
function datesOf({ promisedDelivery, expectedDelivery, deliveredAt }: Superorder): DeliveryDates | null {
  const promised = promisedDelivery ?? expectedDelivery;
  if (!promised) return null;
  return { promised, expected: expectedDelivery ?? promised, deliveredAt, changes: [] };
}

/** The order is shown even if its possible actions cannot be loaded, which is reported. */
const withoutActions = (error: unknown): null => {
  if (!(error instanceof ApiProblem)) throw error;
  reportFailure('LOAD_ORDER_ACTIONS', error);
  return null;
};
