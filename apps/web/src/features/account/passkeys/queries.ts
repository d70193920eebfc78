import { getPasskeys } from '@keepsake/contracts/account/passkeys';
import { useQuery } from '@tanstack/react-query';
import { call } from '#/shared/api/call.ts';
import { useOwnIdentity } from '#/shared/session.ts';

declare module '#/shared/api/query-tags.ts' {
  interface QueryTags {
    Passkeys: unknown;
  }
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
