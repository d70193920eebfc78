import { getArticleGroups } from '@keepsake/contracts/exchange/cut-off';
import { CHANNEL_DOCUMENT, queryChannel } from '@keepsake/contracts/exchange/merchandise';
import { MINUTE_MS } from '@keepsake/contracts/platform/limits';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { call } from '#/shared/api/call.ts';
import { useChannel } from '#/shared/configuration.tsx';

declare module '#/shared/api/query-tags.ts' {
  interface QueryTags {
    Merchandise: unknown;
    CutOffs: unknown;
  }
}

/** Merchandise changes hourly at most. */
const FRESH_MS = 5 * MINUTE_MS;

/** The merchandise of a channel; null if it has none. */
export const merchandiseQuery = (channel: string) =>
  queryOptions({
    queryKey: ['Merchandise', channel],
    staleTime: FRESH_MS,
    queryFn: async ({ signal }) => {
      const body = { query: CHANNEL_DOCUMENT, variables: { ID: channel } };
      const { data } = await call(queryChannel, { body }, { signal });
      return data.Channel;
    },
  });

const cutOffsQuery = (channel: string) =>
  queryOptions({
    queryKey: ['CutOffs', channel],
    staleTime: FRESH_MS,
    queryFn: ({ signal }) => call(getArticleGroups, { query: { channel } }, { signal }),
  });

/** The cut-offs, and whether the first answer is still awaited. */
export function useCutOffs() {
  const { data, isPending, failureCount, fetchStatus } = useQuery(cutOffsQuery(useChannel().id));
  return { cutOffs: data, isAwaited: isPending && failureCount === 0 && fetchStatus !== 'paused' };
}
