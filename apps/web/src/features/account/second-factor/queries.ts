import { getSecondFactor } from '@keepsake/contracts/account/second-factor';
import { useQuery } from '@tanstack/react-query';
import { call } from '#/shared/api/call.ts';
import { useOwnIdentity } from '#/shared/session.ts';

declare module '#/shared/api/query-tags.ts' {
  interface QueryTags {
    SecondFactor: unknown;
  }
}

/** Whether the second factor is on. */
export function useSecondFactor() {
  const params = useOwnIdentity();
  return useQuery({
    queryKey: ['SecondFactor'],
    queryFn: ({ signal }) => call(getSecondFactor, { params }, { signal }),
  });
}
