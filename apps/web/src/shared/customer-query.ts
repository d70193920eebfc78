import { getCustomer } from '@keepsake/contracts/account/customers';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { call } from './api/call.ts';
import { useCustomer, useSessionState } from './session.ts';

/** The signed-in customer, as stored by the platform. */
export const customerQuery = queryOptions({
  queryKey: ['Account', 'customer'],
  meta: { action: 'LOAD_CUSTOMER' },
  queryFn: ({ signal }) => call(getCustomer, {}, { signal }),
});

/**
 * The customer's id: the token's subject until the platform has answered. The two are the same where the platform keeps the
 * accounts; a retailer's own provider has subjects of its own. Null while nobody is signed in.
 */
export function useCustomerId(): string | null {
  const state = useSessionState();
  const sub = 'identity' in state ? state.identity.sub : null;
  const { data } = useQuery({ ...customerQuery, enabled: sub !== null });
  return data?.customerId ?? sub;
}

/** The customer's name: from the token until the platform's answer, which includes later changes. */
export function useCustomerName(): string | null {
  const { name } = useCustomer();
  const { data } = useQuery(customerQuery);
  return data ? data.name || null : name;
}

/**
 * Whether the signed-in customer is a business customer [B2B-08], as the platform reads it from their tokens. Until it has
 * answered, the ID token decides and `isKnown` is false.
 */
export function useIsBusiness(): { isBusiness: boolean; isKnown: boolean } {
  const state = useSessionState();
  const identity = 'identity' in state ? state.identity : null;
  const { data, error } = useQuery({ ...customerQuery, enabled: identity !== null });
  return {
    isBusiness: identity !== null && (data?.isB2b ?? identity.b2bAuthenticationMethod !== null),
    isKnown: identity === null || data !== undefined || error !== null,
  };
}

/**
 * Whether an operator has blocked the business customer's account, which leaves it almost read-only [B2B-05]: the banner says
 * so and whom to ask, and nothing to order is offered.
 */
export function useIsBlocked(): boolean {
  const enabled = 'identity' in useSessionState();
  return useQuery({ ...customerQuery, enabled }).data?.b2bStatus === 'Blocked';
}
