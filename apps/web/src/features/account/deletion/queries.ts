import { getAccountDeletion } from '@keepsake/contracts';
import { useQuery } from '@tanstack/react-query';
import { ApiProblem } from '#/shared/api/api-problem.ts';
import { call } from '#/shared/api/call.ts';
import { useOwnIdentity } from '#/shared/session.ts';

declare module '#/shared/api/query-tags.ts' {
  interface QueryTags {
    AccountDeletion: unknown;
  }
}

/** What deleting the account would mean now, and the deletion that waits. */
export function useAccountDeletion({ isAsked = true } = {}) {
  const params = useOwnIdentity();
  return useQuery({
    queryKey: ['AccountDeletion'],
    enabled: isAsked,
    meta: { action: 'LOAD_ACCOUNT_DELETION' },
    queryFn: ({ signal }) => call(getAccountDeletion, { params }, { signal }),
    // What would be lost is counted for whoever looks at it, not for whoever did a while ago.
    staleTime: 0,
  });
}

/** The key of the sentence that says why a request failed. */
export function deletionFailureOf(error: unknown): 'tooOften' | 'blocked' | 'failed' {
  if (!(error instanceof ApiProblem)) return 'failed';
  if (error.code === 'email-change-undoable') return 'blocked';
  return error.status === 429 ? 'tooOften' : 'failed';
}
