import type { CustomerId } from '@keepsake/contracts/platform/ids';
import type { Queryable } from '../../../platform/database/database.ts';

/** Number of arrivals kept per customer. */
const STORED = 50;

export async function findKey(db: Queryable, customerId: CustomerId): Promise<string | null> {
  const row = await db
    .selectFrom('test_receivers')
    .select('key')
    .where('user_id', '=', customerId)
    .executeTakeFirst();
  return row?.key ?? null;
}

export async function saveKey(db: Queryable, customerId: CustomerId, key: string): Promise<void> {
  await db
    .insertInto('test_receivers')
    .values({ user_id: customerId, key })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ key }))
    .execute();
}

export type Arrived = {
  customerId: CustomerId;
  id: string;
  callbackId: string;
  receivedAt: Date;
  type: string | null;
  contentType: string;
  isSignatureGood: boolean | null;
  body: string;
};

/** Stores an arrival and deletes old ones. */
export async function insertArrival(db: Queryable, arrived: Arrived): Promise<void> {
  await db
    .insertInto('test_receiver_arrivals')
    .values({
      user_id: arrived.customerId,
      id: arrived.id,
      callback_id: arrived.callbackId,
      received_at: arrived.receivedAt,
      type: arrived.type,
      content_type: arrived.contentType,
      is_signature_good: arrived.isSignatureGood,
      body: arrived.body,
    })
    .execute();
  await db
    .deleteFrom('test_receiver_arrivals')
    .where('user_id', '=', arrived.customerId)
    .where('id', '<=', (eb) =>
      eb
        .selectFrom('test_receiver_arrivals')
        .select('id')
        .where('user_id', '=', arrived.customerId)
        .orderBy('id', 'desc')
        .offset(STORED)
        .limit(1),
    )
    .execute();
}

/** Newest first. */
export function readArrivals(db: Queryable, customerId: CustomerId) {
  return db
    .selectFrom('test_receiver_arrivals')
    .selectAll()
    .where('user_id', '=', customerId)
    .orderBy('id', 'desc')
    .limit(STORED)
    .execute();
}
