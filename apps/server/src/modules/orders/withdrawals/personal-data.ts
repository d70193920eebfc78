import type { CustomerId } from '@keepsake/contracts/platform/ids';
import * as z from 'zod';
import { MINUTE_MS } from '../../../platform/clock.ts';
import { NOBODY } from '../../../platform/ids.ts';
import { asStored, type DeclaredData, tableFile } from '../../../platform/personal-data.ts';
import type { Tables } from '../../../platform/tables.ts';
import type { Deps } from './deps.ts';

export const TABLES: Tables = {
  withdrawals: { customer: 'user_id', erasedBy: 'module' },
};

const withdrawal = z.object({
  declaredAt: z.iso.datetime({ offset: true }),
  channel: z.string(),
  /** As the customer wrote it. */
  declaredOrder: z.string(),
  products: z.array(z.string()),
  name: z.string(),
  email: z.string(),
  /** The matching order. */
  orderCode: z.string().nullable(),
});

/**
 * The withdrawals kept of a customer. Declarations are proof: they stay for as long as claims can follow from them, without the
 * customer's id.
 */
export const withdrawalsData = (deps: Pick<Deps, 'db' | 'clock'>): DeclaredData => ({
  area: 'withdrawals',
  erase: (customerId) => detach(deps, customerId),
  files: [
    tableFile({
      name: 'withdrawals',
      table: 'withdrawals',
      orderBy: ['declared_at', 'id'],
      row: withdrawal,
      from: { declaredAt: asStored('declared_at'), declaredOrder: 'declared_order' },
    }),
  ],
});

/** Detaches declarations from the customer. One not passed on yet still needs its customer to be found, so it waits. */
async function detach(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  customerId: CustomerId,
): Promise<Date | null> {
  await db.transaction().execute(async (trx) => {
    const rows = await trx
      .deleteFrom('withdrawals')
      .where('user_id', '=', customerId)
      .where('passed_on_at', 'is not', null)
      .returningAll()
      .execute();
    if (rows.length === 0) return;
    await trx
      .insertInto('withdrawals')
      .values(rows.map((row) => ({ ...row, user_id: NOBODY })))
      .execute();
  });
  const waiting = await db
    .selectFrom('withdrawals')
    .select('id')
    .where('user_id', '=', customerId)
    .limit(1)
    .executeTakeFirst();
  // Its job passes a declaration on within seconds.
  return waiting ? new Date(clock().getTime() + MINUTE_MS) : null;
}
