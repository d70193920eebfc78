import { getCustomer } from '@keepsake/contracts';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { call } from './api/call.ts';
import { useCustomer } from './session.ts';

declare module './api/query-tags.ts' {
  interface QueryTags {
    Customer: unknown;
  }
}

/** The signed-in customer as the platform knows them. */
export const customerQuery = queryOptions({
  queryKey: ['Customer'],
  queryFn: ({ signal }) => call(getCustomer, {}, { signal }),
});

/** What the customer is called: their token says it first, and what they changed since then comes from the platform. */
export function useCustomerName(): string | null {
  const { name } = useCustomer();
  const { data } = useQuery(customerQuery);
  return data ? data.name || null : name;
}
