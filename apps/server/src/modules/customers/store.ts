import type { Queryable } from '../../platform/database/database.ts';

export type NewCustomer = {
  userId: string;
  email: string;
  name: string;
  channel: string;
  identityType: string;
  b2bAuthenticationMethod: string | null;
  registeredAt: Date;
};

export function findCustomer(db: Queryable, userId: string) {
  return db.selectFrom('customers').selectAll().where('user_id', '=', userId).executeTakeFirst();
}

/** Adds a customer; one who is there already stays as is. */
export async function insertCustomer(db: Queryable, customer: NewCustomer): Promise<void> {
  await db
    .insertInto('customers')
    .values({
      user_id: customer.userId,
      email: customer.email,
      name: customer.name,
      channel: customer.channel,
      identity_type: customer.identityType,
      b2b_authentication_method: customer.b2bAuthenticationMethod,
      registered_at: customer.registeredAt,
    })
    .onConflict((conflict) => conflict.column('user_id').doNothing())
    .execute();
}
