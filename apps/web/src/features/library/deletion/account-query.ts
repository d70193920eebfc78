import { getAccountInformation } from '@keepsake/contracts';
import { queryOptions } from '@tanstack/react-query';
import { call } from '#/shared/api/call.ts';

/** The account as far as deleting photos is concerned [DEL-20]; under 'User', so that deletions refresh it. */
export const accountQuery = queryOptions({
  queryKey: ['User', 'account'],
  meta: { action: 'LOAD_ACCOUNT_INFORMATION' },
  queryFn: ({ signal }) => call(getAccountInformation, {}, { signal }),
});
