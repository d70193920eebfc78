import type { OrderRef } from '@keepsake/contracts/orders/orders';
import { sql } from 'kysely';
import type { Queryable } from '../../../platform/database/database.ts';

type Uses = {
  /** All that the order uses from now on. */
  keys: readonly string[];
  now: Date;
  /** Uses that changed at this time or later stay as they are. */
  before?: string;
};

/**
 * Writes which vouchers an order uses; returns how many uses changed. Simultaneous orders with a single-use code wait for each other,
 * and the later one is recorded as having come too late.
 */
export async function writeUses(
  trx: Queryable,
  { customerId, orderCode }: OrderRef,
  { keys, now, before = 'infinity' }: Uses,
): Promise<number> {
  const released = await sql`update voucher_uses set cancelled_at = ${now}::timestamptz
    where order_code = ${orderCode} and cancelled_at is null and key <> all(${keys}::text[])
      and used_at < ${before}::timestamptz
    returning key`.execute(trx);
  if (keys.length === 0) return released.rows.length;
  await sql`select from vouchers where key = any(${keys}::text[]) and uses = 'once' order by key for update`.execute(
    trx,
  );
  const used = await sql`insert into voucher_uses (key, order_code, customer_id, used_at, was_used_up)
    select requested.key, ${orderCode}, ${customerId}::uuid, ${now}::timestamptz, case voucher.uses
      when 'once' then exists (select from voucher_uses as earlier where earlier.key = requested.key
        and earlier.order_code <> ${orderCode} and earlier.cancelled_at is null)
      when 'once-per-customer' then exists (select from voucher_uses as earlier where earlier.key = requested.key
        and earlier.customer_id = ${customerId}::uuid and earlier.order_code <> ${orderCode} and earlier.cancelled_at is null)
      else false end
    from unnest(${keys}::text[]) as requested (key) left join vouchers as voucher on voucher.key = requested.key
    on conflict (key, order_code) do update set cancelled_at = null
      where voucher_uses.cancelled_at < ${before}::timestamptz
    returning key`.execute(trx);
  return released.rows.length + used.rows.length;
}
