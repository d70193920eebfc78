import { randomUUID } from 'node:crypto';
import type { Database } from '../platform/database/database.ts';
import { businessCustomers } from '../platform/testing/test-tokens.ts';

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
): Promise<string> {
  const userId = randomUUID();
  const facts = { name: 'Anna', email: email ?? `${userId}@example.com`, identity_type: 'consumer' };
  const row = { user_id: userId, ...facts, channel, registered_at: registeredAt, deleted_at: deletedAt };
  await db.insertInto('customers').values(row).execute();
  return userId;
}

/** The same for a business customer, whose tokens say so. */
export async function addBusinessCustomer(db: Database, customer: Customer = {}): Promise<string> {
  const userId = await addCustomer(db, customer);
  await db
    .updateTable('customers')
    .set({ identity_type: 'business', b2b_authentication_method: 'password' })
    .where('user_id', '=', userId)
    .execute();
  businessCustomers.add(userId);
  return userId;
}
