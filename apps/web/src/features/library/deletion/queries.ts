import { getAccountInformation, getUser } from '@keepsake/contracts';
import { queryOptions } from '@tanstack/react-query';
import { call } from '#/shared/api/call.ts';

/** The account as far as deleting photos is concerned [DEL-20]; under 'User', so that deletions refresh it. */
export const accountQuery = queryOptions({
  queryKey: ['User', 'account'],
  meta: { action: 'LOAD_ACCOUNT_INFORMATION' },
  queryFn: ({ signal }) => call(getAccountInformation, {}, { signal }),
});

/** How often a running deletion is polled, in case its push message is lost. */
const POLL_MS = 2_000;

/** The customer with the deletion of the whole library, while one is running. */
export const userQuery = queryOptions({
  queryKey: ['User', 'user'],
  meta: { action: 'LOAD_USER' },
  queryFn: ({ signal }) => call(getUser, {}, { signal }),
  refetchInterval: ({ state }) => (state.data?.deletion ? POLL_MS : false),
});
