import { type Voucher, voucher } from '@keepsake/contracts/orders/vouchers';
import type { CustomerId } from '@keepsake/contracts/platform/ids';
import { NOBODY } from '../../../platform/ids.ts';
import type { DeclaredData } from '../../../platform/personal-data.ts';
import type { Tables } from '../../../platform/tables.ts';
import type { Deps } from './deps.ts';
import { listWallet } from './store.ts';
import { readUsable } from './wallet.ts';

export const TABLES: Tables = {
  wallet_vouchers: { customer: 'user_id', erasedBy: 'module' },
  voucher_uses: { customer: 'customer_id', erasedBy: 'module' },
  vouchers: { customer: 'customer_id', erasedBy: 'module' },
};

type DataDeps = Pick<Deps, 'db' | 'clock'>;

/** What is kept of a customer: the wallet, personal vouchers, and which orders used which. */
export const vouchersData = (deps: DataDeps): DeclaredData => ({
  area: 'vouchers',
  loses: { kind: 'vouchers', count: async (customerId) => (await readUsable(deps, customerId))?.total ?? 0 },
  async erase(customerId) {
    await eraseVouchers(deps, customerId);
    return null;
  },
  files: [{ name: 'vouchers', row: voucher, read: (customerId) => readWallet(deps, customerId) }],
});

/** Uses stay without the customer, because a single-use voucher stays used; uses of personal vouchers are deleted with them. */
function eraseVouchers({ db }: DataDeps, customerId: CustomerId): Promise<void> {
  return db.transaction().execute(async (trx) => {
    await trx.deleteFrom('wallet_vouchers').where('user_id', '=', customerId).execute();
    await trx
      .deleteFrom('voucher_uses')
      .where('key', 'in', (own) =>
        own.selectFrom('vouchers').select('key').where('customer_id', '=', customerId),
      )
      .execute();
    await trx
      .updateTable('voucher_uses')
      .set({ customer_id: NOBODY })
      .where('customer_id', '=', customerId)
      .execute();
    await trx.deleteFrom('vouchers').where('customer_id', '=', customerId).execute();
  });
}

async function* readWallet({ db, clock }: DataDeps, customerId: CustomerId): AsyncIterable<Voucher> {
  yield* (await listWallet(db, customerId, clock())).toReversed();
}
