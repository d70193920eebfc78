import { getAccountSessions } from '@keepsake/contracts/account/account-sessions';
import { getEmailChange } from '@keepsake/contracts/account/email-changes';
import { getPasskeys } from '@keepsake/contracts/account/passkeys';
import { getSecondFactor } from '@keepsake/contracts/account/second-factor';
import { useQuery } from '@tanstack/react-query';
import { isConflict, isTooOften } from '#/shared/api/api-problem.ts';
import { call } from '#/shared/api/call.ts';
import { useOwnIdentity } from '#/shared/session.ts';

declare module '#/shared/api/query-tags.ts' {
  interface QueryTags {
    EmailChange: unknown;
    AccountSessions: unknown;
    SecondFactor: unknown;
    Passkeys: unknown;
  }
}

/** The account's address and its pending change. */
export function useEmailChange({ isRequested = true } = {}) {
  const params = useOwnIdentity();
  return useQuery({
    queryKey: ['EmailChange'],
    enabled: isRequested,
    meta: { action: 'LOAD_EMAIL_CHANGE' },
    queryFn: ({ signal }) => call(getEmailChange, { params }, { signal }),
  });
}

/** Where the customer is signed in, this device first. */
export function useSessions() {
  const params = useOwnIdentity();
  return useQuery({
    queryKey: ['AccountSessions'],
    meta: { action: 'LOAD_ACCOUNT_SESSIONS' },
    queryFn: async ({ signal }) => (await call(getAccountSessions, { params }, { signal })).sessions,
  });
}

/** Whether the second factor is on. */
export function useSecondFactor() {
  const params = useOwnIdentity();
  return useQuery({
    queryKey: ['SecondFactor'],
    meta: { action: 'LOAD_SECOND_FACTOR' },
    queryFn: ({ signal }) => call(getSecondFactor, { params }, { signal }),
  });
}

/** The customer's passkeys, and whether more can be added. */
export function usePasskeys() {
  const params = useOwnIdentity();
  return useQuery({
    queryKey: ['Passkeys'],
    meta: { action: 'LOAD_PASSKEYS' },
    queryFn: ({ signal }) => call(getPasskeys, { params }, { signal }),
  });
}

/** Why a change of address could not be requested [IDN-13, IDN-14]. */
export function changeEmailFailureOf(error: unknown): { emailInUse: boolean; isTooOften: boolean } {
  return { emailInUse: isConflict(error), isTooOften: isTooOften(error) };
}
