import { randomUUID } from 'node:crypto';
import type { Database } from '../platform/database/database.ts';

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
