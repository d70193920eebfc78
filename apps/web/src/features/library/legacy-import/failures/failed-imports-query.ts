import { getFailedImports } from '@keepsake/contracts';
import { queryOptions } from '@tanstack/react-query';
import { call } from '#/shared/api/call.ts';

/** Earlier photos that could not be brought in. */
export const failedImportsQuery = queryOptions({
  queryKey: ['User', 'failed-imports'],
  meta: { action: 'LOAD_FAILED_IMPORTS' },
  queryFn: ({ signal }) => call(getFailedImports, {}, { signal }),
});
