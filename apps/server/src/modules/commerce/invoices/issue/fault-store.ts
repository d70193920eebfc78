import type { Queryable } from '../../../../platform/database/database.ts';
import type { OrderRef } from '../../orders/index.ts';

/** Records why nothing can be issued for an order. */
export async function noteFault(
  db: Queryable,
  { userId, orderCode }: OrderRef,
  { fault, now }: { fault: string; now: Date },
): Promise<void> {
  await db
    .insertInto('invoice_faults')
    .values({ user_id: userId, order_code: orderCode, fault, tried_at: now })
    .onConflict((conflict) =>
      conflict.columns(['user_id', 'order_code']).doUpdateSet({ fault, tried_at: now }),
    )
    .execute();
}

export async function forgetFault(db: Queryable, { userId, orderCode }: OrderRef): Promise<void> {
  await db
    .deleteFrom('invoice_faults')
    .where('user_id', '=', userId)
    .where('order_code', '=', orderCode)
    .execute();
}

/** Orders for which nothing could be issued, most recently tried first. */
export function listFaults(db: Queryable, limit: number) {
  return db
    .selectFrom('invoice_faults')
    .select(['user_id as userId', 'order_code as orderCode', 'fault', 'tried_at as triedAt'])
    .orderBy('tried_at', 'desc')
    .limit(limit)
    .execute();
}
