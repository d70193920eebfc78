import { getAccountDeletion } from '@keepsake/contracts/account/account-deletion';
import { useQuery } from '@tanstack/react-query';
import { hasCode, isTooOften } from '#/shared/api/api-problem.ts';
import { call } from '#/shared/api/call.ts';
import { useOwnIdentity } from '#/shared/session.ts';

declare module '#/shared/api/query-tags.ts' {
  interface QueryTags {
    AccountDeletion: unknown;
  }
}

/** The consequences of deleting the account now, and the pending deletion. */
export function useAccountDeletion({ isRequested = true } = {}) {
  const params = useOwnIdentity();
  return useQuery({
    queryKey: ['AccountDeletion'],
    enabled: isRequested,
    queryFn: ({ signal }) => call(getAccountDeletion, { params }, { signal }),
    // The consequences must be current whenever they are viewed.
    staleTime: 0,
  });
}

/** Key of the message for a failed request. */
export function deletionFailureOf(
  error: unknown,
): 'errors.tooOften' | 'deleteAccount.blocked' | 'deleteAccount.failed' {
  if (hasCode(error, 'email-change-undoable')) return 'deleteAccount.blocked';
  return isTooOften(error) ? 'errors.tooOften' : 'deleteAccount.failed';
}
