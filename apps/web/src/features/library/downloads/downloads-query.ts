import { getDownloads } from '@keepsake/contracts';
import { queryOptions } from '@tanstack/react-query';
import { call } from '#/shared/api/call.ts';

/** How often an archive that is being prepared is looked after, should its news not come, in milliseconds. */
export const POLL_MS = 4_000;

/** The downloads of the last days, newest first [DWN-16]. */
export const downloadsQuery = queryOptions({
  queryKey: ['Downloads'],
  queryFn: async ({ signal }) => (await call(getDownloads, {}, { signal })).items,
  refetchInterval: ({ state }) => (state.data?.some(({ status }) => status === 'started') ? POLL_MS : false),
});
