import { getDownloads } from '@keepsake/contracts';
import { queryOptions } from '@tanstack/react-query';
import { call } from '#/shared/api/call.ts';

/** The downloads of the last days, newest first [DWN-16]. */
export const downloadsQuery = queryOptions({
  queryKey: ['Downloads'],
  queryFn: async ({ signal }) => (await call(getDownloads, {}, { signal })).items,
});
