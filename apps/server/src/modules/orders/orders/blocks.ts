import type { OrderRef } from '@keepsake/contracts/orders/orders';
import type { CustomerId } from '@keepsake/contracts/platform/ids';
import { type RawBuilder, sql } from 'kysely';
import type { Queryable } from '../../../platform/database/database.ts';
import { Problem } from '../../../platform/problem.ts';
import { readOrder } from './read-orders.ts';

/** Why nothing of an order is shown to others. */
export type Block = { orderCode: string; reason: string | null };

/**
 * SQL of the first of a customer's orders that is blocked, by each one's latest event: null, or JSON of a Block. `orders` is an
 * array of codes.
 */
export const blockSql = (
  customerId: CustomerId,
  orders: RawBuilder<unknown>,
): RawBuilder<Block | null> => sql`(
  select json_build_object('orderCode', stated.order_code, 'reason', stated.note) from (
    select distinct on (order_code) order_code, type, note from order_events
    where user_id = ${customerId} and order_code = any(${orders}) and type in ('blocked', 'unblocked')
    order by order_code, happened_at desc, id desc) as stated
  where stated.type = 'blocked' order by stated.order_code limit 1)`;

/** [WID-18] Whether an order is blocked. Throws `not-found` for one that is not the customer's. */
export async function presentBlock(
  db: Queryable,
  { customerId, orderCode }: OrderRef,
): Promise<{ orderCode: string; isBlocked: boolean; reason: string | null }> {
  if (!(await readOrder(db, { customerId, orderCode }))) throw new Problem('not-found');
  const orders = sql`array[${orderCode}]`;
  const { rows } = await sql<{
    block: Block | null;
  }>`select ${blockSql(customerId, orders)} as block`.execute(db);
  const block = rows[0]?.block ?? null;
  return { orderCode, isBlocked: block !== null, reason: block?.reason ?? null };
}
