import { getMyData } from '@keepsake/contracts';
import { queryOptions } from '@tanstack/react-query';
import { call } from '#/shared/api/call.ts';

declare module '#/shared/api/query-tags.ts' {
  interface QueryTags {
    MyData: unknown;
  }
}

/** Looks again by itself while an archive is being made, in case the push does not come. */
const POLL_MS = 15_000;

/** What the customer asked for last of their data, or null. */
export const myDataQuery = queryOptions({
  queryKey: ['MyData'],
  meta: { action: 'LOAD_MY_DATA' },
  queryFn: async ({ signal }) => (await call(getMyData, {}, { signal })).archive,
  refetchInterval: ({ state: { data } }) =>
    data?.status === 'REQUESTED' || data?.status === 'IN_PROGRESS' ? POLL_MS : false,
});
