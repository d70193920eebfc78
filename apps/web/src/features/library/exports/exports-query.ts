import { getExports } from '@keepsake/contracts/library/exports';
import { queryOptions } from '@tanstack/react-query';
import { call } from '#/shared/api/call.ts';

/** Exports of the last days, newest first. Kept out of queries.ts and of the first scripts, so that neither loads the other. */
export const exportsQuery = queryOptions({
  queryKey: ['Exports'],
  queryFn: async ({ signal }) => (await call(getExports, {}, { signal })).items,
});
