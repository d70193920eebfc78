import { customerIdSchema } from '@keepsake/contracts/platform/ids';
import * as z from 'zod';
import type { Database, Queryable } from '../../../platform/database/database.ts';
import { NOBODY } from '../../../platform/ids.ts';
import type { JournalKind } from '../../../platform/recovery/journal.ts';
import { type Recovery, replaying } from '../../../platform/recovery/recovery.ts';
import { writeUses } from './store-uses.ts';

const used = z.object({
  orderCode: z.string(),
  customerId: customerIdSchema,
  /** All that the order uses from then on, by their keys. */
  keys: z.array(z.string()),
  at: z.iso.datetime(),
});
type Used = z.infer<typeof used>;

/** Which vouchers an order uses. */
export const VOUCHER_USES: JournalKind<Used> = {
  name: 'voucher-uses',
  body: used,
  subjectOf: ({ orderCode }) => orderCode,
};

/**
 * After a restore: orders use the vouchers that they used, so that none is spent twice, and no longer those that were released. The
 * orders themselves come back when their shops report them again; a use that was reported since the restore is newer and stays.
 */
export function useRecovery(db: Database): Recovery {
  return {
    plan: (lost) =>
      replaying(db, {
        notified: 'orders use their vouchers again, or no longer, as they did',
        kind: VOUCHER_USES,
        describe: ({ body: { orderCode, keys } }) => `${orderCode}: ${keys.length} vouchers`,
        isMissing: (from, { body }) => isMissing(from, body),
        async replay(trx, { body: { orderCode, customerId, keys, at } }) {
          const owner = (await lost.isErased(trx, customerId)) ? NOBODY : customerId;
          await writeUses(trx, { customerId: owner, orderCode }, { keys, now: new Date(at), before: at });
        },
      }).plan(lost),
  };
}

async function isMissing(db: Queryable, { orderCode, keys, at }: Used): Promise<boolean> {
  const rows = await db
    .selectFrom('voucher_uses')
    .select(['key', 'used_at', 'cancelled_at'])
    .where('order_code', '=', orderCode)
    .execute();
  const since = new Date(at);
  const existing = new Map(rows.map((row) => [row.key, row]));
  const isUnused = (key: string) => {
    const row = existing.get(key);
    return !row || (row.cancelled_at !== null && row.cancelled_at < since);
  };
  const isReleased = ({ key, used_at, cancelled_at }: (typeof rows)[number]) =>
    !keys.includes(key) && cancelled_at === null && used_at < since;
  return keys.some(isUnused) || rows.some(isReleased);
}
