import {
  addToWallet as addToWalletEndpoint,
  getOffer,
  getWallet,
  saveVoucher as saveVoucherEndpoint,
  type Voucher,
} from '@keepsake/contracts/orders/vouchers';
import type { CustomerId } from '@keepsake/contracts/platform/ids';
import { route } from '../../../platform/http/route.ts';
import type { Module } from '../../../platform/module.ts';
import type { Deps } from './deps.ts';
import { TABLES, vouchersData } from './personal-data.ts';
import { useRecovery } from './recover-uses.ts';
import { saveVoucher } from './save-voucher.ts';
import { listWallet } from './store.ts';
import { addToWallet, findByCode, readUsable } from './wallet.ts';

export { parseVoucherFile, saveVoucherFile } from './voucher-file.ts';
export { listUsedUp, setVoucherUses } from './voucher-uses.ts';

export type Vouchers = Module & {
  /** The voucher for a code that a customer typed. Throws `not-found` and, after too many of these, `too-many-requests`. */
  find(customerId: CustomerId, typed: string): Promise<Voucher>;
};

/** Vouchers: services report them, customers look them up and have them in a wallet. */
export function createVouchers(deps: Deps): Vouchers {
  return {
    overview: { vouchers: { service: 'vouchers', read: (customerId) => readUsable(deps, customerId) } },
    tables: TABLES,
    personalData: vouchersData(deps),
    recoveries: [useRecovery(deps.db)],
    find: (customerId, typed) => findByCode(deps, { customerId, typed }),
    routes: [
      route(saveVoucherEndpoint, ({ service, params, body: voucher }) =>
        saveVoucher(deps, { service, code: params.voucherCode, voucher }),
      ),
      route(getOffer, ({ customer: { customerId }, params }) =>
        findByCode(deps, { customerId, typed: params.code }),
      ),
      route(getWallet, async ({ customer: { customerId } }) => ({
        items: await listWallet(deps.db, customerId, deps.clock()),
      })),
      route(addToWalletEndpoint, ({ customer: { customerId }, params }) =>
        addToWallet(deps, { customerId, typed: params.code }),
      ),
    ],
  };
}
