import { getCounts, getSharedCounts } from '@keepsake/contracts';
import { queryOptions } from '@tanstack/react-query';
import { call } from '#/shared/api/call.ts';

/** Photos and albums of the customer [HDR-11]; refreshed by whatever changes photos. */
export const countsQuery = queryOptions({
  queryKey: ['User', 'counts'],
  meta: { action: 'LOAD_COUNTS' },
  queryFn: ({ signal }) => call(getCounts, {}, { signal }),
});

/** Albums of others that the customer can read [HDR-13]. */
export const sharedCountsQuery = queryOptions({
  queryKey: ['SharedAlbums', 'counts'],
  meta: { action: 'LOAD_SHARED_COUNTS' },
  queryFn: ({ signal }) => call(getSharedCounts, {}, { signal }),
});
