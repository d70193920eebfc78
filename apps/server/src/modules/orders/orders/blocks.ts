import type { OrderRef } from '@keepsake/contracts/orders/orders';
import type { CustomerId } from '@keepsake/contracts/platform/ids';
import { type RawBuilder, sql } from 'kysely';
import * as z from 'zod/mini';
import type { Queryable } from '../../../platform/database/database.ts';
import { Problem } from '../../../platform/problem.ts';
import { parseStoredColumn } from '../../../platform/stored-json.ts';
import { readOrder } from './read-orders.ts';

const block = z.object({ orderCode: z.string(), reason: z.nullable(z.string()) });
/** Why nothing of an order is shown to others. */
export type Block = z.infer<typeof block>;

/**
 * SQL of the first of a customer's orders that is blocked, by each one's latest event: null, or JSON for `parseBlock`. `orders` is
 * an array of codes.
 */
export const blockSql = (customerId: CustomerId, orders: RawBuilder<unknown>): RawBuilder<unknown> => sql`(
  select json_build_object('orderCode', stated.order_code, 'reason', stated.note) from (
    select distinct on (order_code) order_code, type, note from order_events
    where user_id = ${customerId} and order_code = any(${orders}) and type in ('blocked', 'unblocked')
    order by order_code, happened_at desc, id desc) as stated
  where stated.type = 'blocked' order by stated.order_code limit 1)`;

/** The value of `blockSql`; null if nothing is blocked. */
export const parseBlock = (value: unknown): Block | null =>
  parseStoredColumn(z.nullable(block), value, 'the block of an order');

/** [WID-18] Whether an order is blocked. Throws `not-found` for one that is not the customer's. */
export async function presentBlock(
  db: Queryable,
  { customerId, orderCode }: OrderRef,
): Promise<{ orderCode: string; isBlocked: boolean; reason: string | null }> {
  if (!(await readOrder(db, { customerId, orderCode }))) throw new Problem('not-found');
  const orders = sql`array[${orderCode}]`;
  const { rows } = await sql<{
    block: unknown;
  }>`select ${blockSql(customerId, orders)} as block`.execute(db);
  const found = parseBlock(rows[0]?.block ?? null);
  return { orderCode, isBlocked: found !== null, reason: found?.reason ?? null };
}
