import { getEmailChange } from '@keepsake/contracts/account/email-changes';
import { useQuery } from '@tanstack/react-query';
import { isAnyConflict, isTooOften } from '#/shared/api/api-problem.ts';
import { call } from '#/shared/api/call.ts';
import { useOwnIdentity } from '#/shared/session.ts';

declare module '#/shared/api/query-tags.ts' {
  interface QueryTags {
    EmailChange: unknown;
  }
}

/** The account's address and its pending change. */
export function useEmailChange({ isRequested = true } = {}) {
  const params = useOwnIdentity();
  return useQuery({
    queryKey: ['EmailChange'],
    enabled: isRequested,
    queryFn: ({ signal }) => call(getEmailChange, { params }, { signal }),
  });
}

/** Why a change of address could not be requested [IDN-13, IDN-14]. */
export function changeEmailFailureOf(error: unknown): { emailInUse: boolean; isTooOften: boolean } {
  return { emailInUse: isAnyConflict(error), isTooOften: isTooOften(error) };
}
