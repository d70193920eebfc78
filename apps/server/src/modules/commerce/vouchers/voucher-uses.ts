import { voucherKeyOf } from '@keepsake/contracts';
import { sql } from 'kysely';
import type { Queryable } from '../../../platform/database/database.ts';

type OrderRef = { userId: string; orderCode: string };
/** The vouchers of an order's products that are not cancelled, as written by the shop. */
type Used = { vouchers: readonly string[]; now: Date };

/**
 * Sets the vouchers that an order uses and releases those it no longer uses. Simultaneous orders with a single-use code wait for
 * each other; the later one is kept all the same, with the code recorded as already used.
 */
export async function setVoucherUses(
  trx: Queryable,
  { userId, orderCode }: OrderRef,
  { vouchers, now }: Used,
): Promise<void> {
  const keys = [...new Set(vouchers.flatMap((typed) => voucherKeyOf(typed) ?? []))].sort();
  await sql`update voucher_uses set cancelled_at = ${now}::timestamptz
    where order_code = ${orderCode} and cancelled_at is null and key <> all(${keys}::text[])`.execute(trx);
  if (keys.length === 0) return;
  await sql`select from vouchers where key = any(${keys}::text[]) and uses = 'once' order by key for update`.execute(
    trx,
  );
  await sql`insert into voucher_uses (key, order_code, customer_id, used_at, was_used_up)
    select asked.key, ${orderCode}, ${userId}::uuid, ${now}::timestamptz, case voucher.uses
      when 'once' then exists (select from voucher_uses as earlier where earlier.key = asked.key
        and earlier.order_code <> ${orderCode} and earlier.cancelled_at is null)
      when 'once-per-customer' then exists (select from voucher_uses as earlier where earlier.key = asked.key
        and earlier.customer_id = ${userId}::uuid and earlier.order_code <> ${orderCode} and earlier.cancelled_at is null)
      else false end
    from unnest(${keys}::text[]) as asked (key) left join vouchers as voucher on voucher.key = asked.key
    on conflict (key, order_code) do update set cancelled_at = null`.execute(trx);
}

/** The codes of an order that were already used up, as services write them. */
export async function listUsedUp(
  db: Queryable,
  { orderCode }: Pick<OrderRef, 'orderCode'>,
): Promise<string[]> {
  const rows = await db
    .selectFrom('voucher_uses as used')
    .innerJoin('vouchers as voucher', 'voucher.key', 'used.key')
    .select('voucher.code')
    .where('order_code', '=', orderCode)
    .where('was_used_up', '=', true)
    .orderBy('voucher.code')
    .execute();
  return rows.map(({ code }) => code);
}
