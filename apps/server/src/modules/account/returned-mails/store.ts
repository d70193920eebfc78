import type { CustomerId } from '@keepsake/contracts/platform/ids';
import type { Queryable } from '../../../platform/database/database.ts';
import { folded } from '../../../platform/mail-address.ts';

/** Records an event; false if it was recorded before. */
export async function insertEvent(
  trx: Queryable,
  { service, id, now }: { service: string; id: string; now: Date },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('mail_events')
    .values({ service, id, received_at: now })
    .onConflict((conflict) => conflict.columns(['service', 'id']).doNothing())
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows === 1n;
}

type Returned = { customerId: CustomerId; email: string; returnedAt: Date };

/** Records that mails to a customer's address come back. */
export async function putReturned(
  trx: Queryable,
  { customerId, email, returnedAt }: Returned,
): Promise<void> {
  const values = { email, returned_at: returnedAt };
  await trx
    .insertInto('returned_mails')
    .values({ ...values, user_id: customerId })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(values))
    .execute();
}

/** When mails to this address of a customer came back; null if none did. */
export async function findReturnedAt(
  db: Queryable,
  customerId: CustomerId,
  email: string,
): Promise<Date | null> {
  const found = await db
    .selectFrom('returned_mails')
    .select('returned_at')
    .where('user_id', '=', customerId)
    .where((eb) => eb(folded(eb.ref('email')), '=', folded(email)))
    .executeTakeFirst();
  return found?.returned_at ?? null;
}
