import { createCustomerAt } from '../../../e2e/customers.ts';

/** A new customer, registered and signed in through the forms. */
export async function registerCustomer(url: string) {
  const { authorization, customerId } = await createCustomerAt(url);
  return {
    customerId,
    authorization,
    /** Reads something; the path is relative to `/api`. */
    read: (path: string) => fetch(`${url}/api${path}`, { headers: { authorization } }),
  };
}
