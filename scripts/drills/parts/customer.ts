import { createCustomerAt } from '../../../e2e/customers.ts';

export type Customer = Awaited<ReturnType<typeof registerCustomer>>;

/** A new customer, registered and signed in through the forms. */
export async function registerCustomer(url: string) {
  const { authorization, customerId } = await createCustomerAt(url);
  return {
    customerId,
    authorization,
    /** Makes a call; the path is relative to `/api`. */
    call: (path: string, { headers, ...init }: RequestInit = {}) =>
      fetch(`${url}/api${path}`, { ...init, headers: { authorization, ...headers } }),
    /** Reads something; the path is relative to `/api`. */
    read: (path: string) => fetch(`${url}/api${path}`, { headers: { authorization } }),
  };
}
