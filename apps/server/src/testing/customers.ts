import type { CustomerId } from '@keepsake/contracts/platform/ids';
import type { Database } from '../platform/database/database.ts';
import { businessCustomers } from '../platform/testing/test-tokens.ts';
import { newCustomerId } from './customer-ids.ts';

type Customer = {
  email?: string;
  channel?: string;
  registeredAt?: Date;
  deletedAt?: Date | null;
};

/** Adds a customer, who can call but has no account to sign in with; returns their id. */
export async function addCustomer(
  db: Database,
  { email, channel = 'pennyfern', registeredAt = new Date(), deletedAt = null }: Customer = {},
): Promise<CustomerId> {
  const customerId = newCustomerId();
  const details = { name: 'Anna', email: email ?? `${customerId}@example.com`, identity_type: 'consumer' };
  const row = {
    user_id: customerId,
    ...details,
    channel,
    registered_at: registeredAt,
    deleted_at: deletedAt,
  };
  await db.insertInto('customers').values(row).execute();
  return customerId;
}

/** The same for a business customer, whose tokens say so. */
export async function addBusinessCustomer(db: Database, customer: Customer = {}): Promise<CustomerId> {
  const customerId = await addCustomer(db, customer);
  await db
    .updateTable('customers')
    .set({ identity_type: 'business', b2b_authentication_method: 'password' })
    .where('user_id', '=', customerId)
    .execute();
  businessCustomers.add(customerId);
  return customerId;
}
