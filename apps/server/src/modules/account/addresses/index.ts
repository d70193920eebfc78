import type { PostalAddress } from '@keepsake/contracts/account/postal-address';
import {
  addAddress,
  changeAddress,
  deleteAddress,
  getAddresses,
} from '@keepsake/contracts/account/saved-addresses';
import type { CustomerId } from '@keepsake/contracts/platform/ids';
import type { Principal } from '../../../platform/auth.ts';
import type { Queryable } from '../../../platform/database/database.ts';
import { route } from '../../../platform/http/route.ts';
import { createOnce } from '../../../platform/idempotency.ts';
import type { Module } from '../../../platform/module.ts';
import type { Platform } from '../../../platform/platform.ts';
import { add, change, remove } from './change-addresses.ts';
import { ADDRESS_DATA, TABLES } from './personal-data.ts';
import { presentAddress } from './rules.ts';
import { type AddressRow, readAddresses } from './store.ts';

type Deps = Pick<Platform, 'db' | 'clock'> & {
  /** Throws `not-found` unless the caller's account is open. */
  requireCustomer(caller: Principal): Promise<{ user_id: CustomerId }>;
};

export { addFirstAddress } from './store.ts';

/** The saved addresses of customers, to choose from wherever an address is needed. */
export function createAddresses(deps: Deps): Module {
  const { db, requireCustomer } = deps;
  return {
    tables: TABLES,
    personalData: ADDRESS_DATA,
    routes: [
      route(getAddresses, async ({ customer }) => {
        const { user_id: customerId } = await requireCustomer(customer);
        return { addresses: (await readAddresses(db, customerId)).map(presentAddress) };
      }),
      route(addAddress, async ({ customer, body, attempt }) => {
        const { user_id: customerId } = await requireCustomer(customer);
        return createOnce(deps, { customer, attempt }, (trx) => add(deps, trx, { customerId, typed: body }));
      }),
      route(changeAddress, async ({ customer, params, body }) => {
        const { user_id: customerId } = await requireCustomer(customer);
        return change(deps, { customerId, ...params, typed: body });
      }),
      route(deleteAddress, async ({ customer, params }) => {
        const { user_id: customerId } = await requireCustomer(customer);
        return { newDefault: await remove(deps, { customerId, ...params }) };
      }),
    ],
  };
}

/** Where a customer has things delivered, the default first; null if no address is saved. */
export async function findDeliveryAddress(
  db: Queryable,
  customerId: CustomerId,
): Promise<PostalAddress | null> {
  const [first] = await readAddresses(db, customerId);
  return first ? toSendTo(first) : null;
}

/** Where a customer has invoices sent, the default first; null if no address is saved. */
export async function findInvoiceAddress(
  db: Queryable,
  customerId: CustomerId,
): Promise<PostalAddress | null> {
  const addresses = await readAddresses(db, customerId);
  const found = addresses.find((row) => row.is_invoice_default) ?? addresses[0];
  return found ? toSendTo(found) : null;
}

function toSendTo(row: AddressRow): PostalAddress {
  const { id: _id, version: _version, defaultFor: _uses, ...address } = presentAddress(row);
  return address;
}
