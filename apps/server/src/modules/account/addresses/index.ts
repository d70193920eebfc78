import { addAddress, changeAddress, deleteAddress, getAddresses } from '@keepsake/contracts';
import type { Principal } from '../../../platform/auth.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/database/database.ts';
import { route } from '../../../platform/http/route.ts';
import { createOnce } from '../../../platform/idempotency.ts';
import type { Module } from '../../../platform/module.ts';
import { add, change, remove } from './change-addresses.ts';
import { addressData } from './personal-data.ts';
import { presentAddress } from './rules.ts';
import { readAddresses } from './store.ts';

export { findDeliveryAddress, findInvoiceAddress } from './find-addresses.ts';

type Deps = {
  db: Database;
  clock: Clock;
  /** Throws `not-found` unless the caller's account is open. */
  requireCustomer(caller: Principal): Promise<{ user_id: string }>;
};

/** The saved addresses of customers, to choose from wherever an address is needed. */
export function createAddresses(deps: Deps): Module {
  const { db, requireCustomer } = deps;
  return {
    personalData: addressData({ db }),
    routes: [
      route(getAddresses, async ({ customer }) => {
        const { user_id: userId } = await requireCustomer(customer);
        return { addresses: (await readAddresses(db, userId)).map(presentAddress) };
      }),
      route(addAddress, async ({ customer, body, attempt }) => {
        const { user_id: userId } = await requireCustomer(customer);
        return createOnce(deps, { customer, attempt }, (trx) => add(deps, trx, { userId, typed: body }));
      }),
      route(changeAddress, async ({ customer, params, body }) => {
        const { user_id: userId } = await requireCustomer(customer);
        return change(deps, { userId, ...params, typed: body });
      }),
      route(deleteAddress, async ({ customer, params }) => {
        const { user_id: userId } = await requireCustomer(customer);
        return { newDefault: await remove(deps, { userId, ...params }) };
      }),
    ],
  };
}
