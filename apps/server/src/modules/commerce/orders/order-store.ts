import type { Order } from '@keepsake/contracts';
import { sql } from 'kysely';
import type { Queryable } from '../../../platform/database/database.ts';
import { markOrdered } from '../../library/photos/index.ts';

type Placed = { order: Order; service: string; createdAt: Date; receivedAt: Date };

export async function insertOrder(
  trx: Queryable,
  { order, service, createdAt, receivedAt }: Placed,
): Promise<void> {
  await trx
    .insertInto('orders')
    .values({
      user_id: order.customerId,
      code: order.orderCode,
      channel: order.channel,
      service,
      status: order.status,
      currency: order.currency,
      total: order.total,
      products: JSON.stringify(order.products),
      created_at: createdAt,
      received_at: receivedAt,
    })
    .execute();
}

/** Notes which photos of the customer an order is made from; ids of others, and of deleted ones, are passed over. */
export async function noteUses(
  trx: Queryable,
  { order: { customerId, orderCode, products }, createdAt, receivedAt }: Placed,
): Promise<void> {
  const photoIds = [...new Set(products.flatMap((product) => product.photoIds))];
  if (photoIds.length === 0) return;
  const used = await markOrdered(trx, { userId: customerId, photoIds, now: receivedAt });
  await sql`insert into photo_uses (user_id, photo_id, used_in, reference, created_at)
    select ${customerId}, id, 'order', ${orderCode}, ${createdAt}::timestamptz
    from unnest(${used}::uuid[]) as photo (id) on conflict do nothing`.execute(trx);
}
