import type { Order } from '@keepsake/contracts';
import { sql } from 'kysely';
import type { Queryable } from '../../../platform/database/database.ts';
import type { AnswerRecords } from '../../../platform/idempotency.ts';
import { markOrdered } from '../../library/photos/index.ts';

/** What the shop is told: the code, and when the order counts as placed. */
export type OrderAnswer = { orderCode: string; createdAt: string };

type PlacedOrder = { order: Order; service: string; createdAt: Date; receivedAt: Date };

export async function insertOrder(
  trx: Queryable,
  { order, service, createdAt, receivedAt }: PlacedOrder,
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

/** Records which photos of the customer an order uses; ids of other customers and of deleted photos are skipped. */
export async function insertUses(
  trx: Queryable,
  { order: { customerId, orderCode, products }, createdAt, receivedAt }: PlacedOrder,
): Promise<void> {
  const photoIds = [...new Set(products.flatMap((product) => product.photoIds))];
  if (photoIds.length === 0) return;
  const used = await markOrdered(trx, { userId: customerId, photoIds, now: receivedAt });
  await sql`insert into photo_uses (user_id, photo_id, used_in, reference, created_at)
    select ${customerId}, id, 'order', ${orderCode}, ${createdAt}::timestamptz
    from unnest(${used}::uuid[]) as photo (id) on conflict do nothing`.execute(trx);
}

/** Which of these photos of the customer are used in orders. */
export async function findUsedPhotoIds(
  db: Queryable,
  userId: string,
  photoIds: readonly string[],
): Promise<string[]> {
  const { rows } = await sql<{ photo_id: string }>`select distinct photo_id from photo_uses
    where user_id = ${userId} and photo_id = any(${photoIds}::uuid[]) and used_in = 'order'`.execute(db);
  return rows.map(({ photo_id }) => photo_id);
}

/** How many photos in the library are used in orders. */
export async function countUsedPhotoIds(db: Queryable, userId: string): Promise<number> {
  const { rows } = await sql<{ used: number }>`select count(*)::int as used from photos
    where user_id = ${userId} and is_ordered`.execute(db);
  return rows[0]?.used ?? 0;
}

/**
 * The requests of a shop, with what they were answered. They are kept for good, and for all customers together: neither a
 * key nor an order code may come back for somebody else.
 */
export function orderRequests({
  order,
  service,
  createdAt,
  receivedAt,
}: PlacedOrder): AnswerRecords<OrderAnswer> {
  return {
    async claim(trx, { key, requestHash }) {
      const { numInsertedOrUpdatedRows } = await trx
        .insertInto('order_requests')
        .values({
          service,
          idempotency_key: key,
          request_hash: requestHash,
          order_code: order.orderCode,
          created_at: createdAt,
          received_at: receivedAt,
        })
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirstOrThrow();
      return numInsertedOrUpdatedRows === 1n;
    },
    async find(trx, { key }) {
      const row = await trx
        .selectFrom('order_requests')
        .select(['request_hash', 'order_code', 'created_at'])
        .where('service', '=', service)
        .where('idempotency_key', '=', key)
        .executeTakeFirst();
      if (!row) return undefined;
      const answer = { orderCode: row.order_code, createdAt: row.created_at.toISOString() };
      return { requestHash: row.request_hash, answer };
    },
  };
}
