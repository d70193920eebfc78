import type { OrderRef } from '@keepsake/contracts/orders/orders';
import { voucherKeyOf } from '@keepsake/contracts/orders/voucher-rules';
import type { Queryable } from '../../../platform/database/database.ts';
import type { Deps } from './deps.ts';
import { VOUCHER_USES } from './recover-uses.ts';
import { writeUses } from './store-uses.ts';

/** The vouchers of an order's products that are not cancelled, as written by the shop. */
type Used = { vouchers: readonly string[]; now: Date };

/**
 * Sets the vouchers that an order uses and releases those it no longer uses, and notes it in the journal. An order that comes too
 * late for a single-use code is kept all the same, with the code recorded as already used.
 */
export async function setVoucherUses(
  { journal }: Pick<Deps, 'journal'>,
  trx: Queryable,
  ref: OrderRef,
  { vouchers, now }: Used,
): Promise<void> {
  const keys = [...new Set(vouchers.flatMap((typed) => voucherKeyOf(typed) ?? []))].sort();
  const changed = await writeUses(trx, ref, { keys, now });
  if (changed > 0) await journal.record(trx, VOUCHER_USES, { ...ref, keys, at: now.toISOString() });
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
