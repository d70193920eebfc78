import type { Queryable } from '../../../platform/database/database.ts';

/** One attempt of a service to place an order. */
export type OrderRequest = {
  service: string;
  idempotencyKey: string;
  requestHash: Buffer;
  orderCode: string;
  /** When the order was placed: with its code all that its answer says. */
  createdAt: Date;
  receivedAt: Date;
};

/**
 * Notes a request; false when its key or its order is known. A request of the same key or order that is under way is
 * waited for, and counts once it is committed.
 */
export async function insertRequest(trx: Queryable, request: OrderRequest): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('order_requests')
    .values({
      service: request.service,
      idempotency_key: request.idempotencyKey,
      request_hash: request.requestHash,
      order_code: request.orderCode,
      created_at: request.createdAt,
      received_at: request.receivedAt,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows === 1n;
}

/** What was sent under a key, and what was answered. */
export function findRequest(trx: Queryable, { service, idempotencyKey }: OrderRequest) {
  return trx
    .selectFrom('order_requests')
    .select(['request_hash', 'order_code', 'created_at'])
    .where('service', '=', service)
    .where('idempotency_key', '=', idempotencyKey)
    .executeTakeFirst();
}
