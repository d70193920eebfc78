import { NOBODY } from '../../../platform/ids.ts';
import { BATCH, type Cron, type Task } from '../../../platform/jobs/jobs.ts';
import { removeLater } from '../../exchange/sent-files/index.ts';
import { channels } from '../../frame/channels/index.ts';
import type { Deps } from './deps.ts';

const FORGET = 'forget-invoices';
export const FORGET_CRON: Cron = { task: FORGET, at: '29 4 * * *' };
type ForgetDeps = Pick<Deps, 'db' | 'clock'>;

/**
 * Removes issued documents of customers who are gone, once the years for which the law requires them are over. Numbers, which
 * identify nobody, stay: a series has no gaps. Existing customers keep their invoices as long as the account.
 */
export function forgetTask(deps: ForgetDeps): Task {
  return {
    name: FORGET,
    waitsForReconcile: false,
    async handle(_payload, { signal }) {
      const year = deps.clock().getUTCFullYear();
      for (const { id: channel, legal } of channels()) {
        const before = `${year - legal.invoiceYears}-01-01`;
        let count = BATCH;
        while (count === BATCH) {
          signal?.throwIfAborted();
          count = await forgetSome(deps, { channel, before });
        }
      }
    },
  };
}

function forgetSome(
  { db }: ForgetDeps,
  { channel, before }: { channel: string; before: string },
): Promise<number> {
  return db.transaction().execute(async (trx) => {
    const over = await trx
      .selectFrom('invoices')
      .select(['id', 'object_key as objectKey', 'order_codes as orderCodes'])
      .where('user_id', '=', NOBODY)
      .where('channel', '=', channel)
      .where('issued_on', '<', before)
      .limit(BATCH)
      .execute();
    if (over.length === 0) return 0;
    const orderCodes = over.flatMap((row) => row.orderCodes);
    for (const table of ['refund_matches', 'invoice_faults'] as const)
      await trx
        .deleteFrom(table)
        .where('user_id', '=', NOBODY)
        .where('order_code', 'in', orderCodes)
        .execute();
    const ids = over.map(({ id }) => id);
    const files = over.flatMap(({ objectKey }) =>
      objectKey ? [{ customerId: NOBODY, objectKey, purpose: 'invoice.pdf' }] : [],
    );
    await trx
      .deleteFrom('structured_invoices')
      .where('user_id', '=', NOBODY)
      .where('invoice_id', 'in', ids)
      .execute();
    await trx.deleteFrom('invoices').where('user_id', '=', NOBODY).where('id', 'in', ids).execute();
    await removeLater(trx, files);
    return over.length;
  });
}
