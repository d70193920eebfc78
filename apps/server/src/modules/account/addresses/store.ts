import type { PostalAddress } from '@keepsake/contracts/account/postal-address';
import type { AddressUse } from '@keepsake/contracts/account/saved-addresses';
import type { CustomerId } from '@keepsake/contracts/platform/ids';
import { type Selectable, sql } from 'kysely';
import { lockCount, type Queryable } from '../../../platform/database/database.ts';
import type { CustomerAddresses } from '../../../platform/database/database-types.ts';
import { newId } from '../../../platform/ids.ts';

export type AddressRow = Selectable<CustomerAddresses>;
export type AddressRef = { customerId: CustomerId; addressId: string };

/**
 * Makes other changes to a customer's addresses wait until this transaction ends: their number and defaults depend on all of
 * them.
 */
export async function lockAddresses(trx: Queryable, customerId: CustomerId): Promise<void> {
  await lockCount(trx, 'addresses', customerId);
}

/** A customer's addresses: defaults first, then the newest. */
export function readAddresses(db: Queryable, customerId: CustomerId): Promise<AddressRow[]> {
  return db
    .selectFrom('customer_addresses')
    .selectAll()
    .where('user_id', '=', customerId)
    .orderBy('is_delivery_default', 'desc')
    .orderBy('is_invoice_default', 'desc')
    .orderBy('changed_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
}

export function findAddress(
  db: Queryable,
  { customerId, addressId }: AddressRef,
): Promise<AddressRow | undefined> {
  return db
    .selectFrom('customer_addresses')
    .selectAll()
    .where('user_id', '=', customerId)
    .where('id', '=', addressId)
    .executeTakeFirst();
}

export async function insertAddress(
  trx: Queryable,
  { customerId, addressId }: AddressRef,
  { address, now }: { address: PostalAddress; now: Date },
): Promise<void> {
  await trx
    .insertInto('customer_addresses')
    .values({ user_id: customerId, id: addressId, address: JSON.stringify(address), changed_at: now })
    .execute();
}

export async function updateAddress(
  trx: Queryable,
  { customerId, addressId }: AddressRef,
  { address, now }: { address: PostalAddress; now: Date },
): Promise<void> {
  await trx
    .updateTable('customer_addresses')
    .set({ address: JSON.stringify(address), changed_at: now, version: sql`version + 1` })
    .where('user_id', '=', customerId)
    .where('id', '=', addressId)
    .execute();
}

/** Makes an address the default for a use, replacing the previous one. */
export async function setDefault(
  trx: Queryable,
  { customerId, addressId }: AddressRef,
  use: AddressUse,
): Promise<void> {
  const column = `is_${use}_default` as const;
  const ofCustomer = trx.updateTable('customer_addresses').where('user_id', '=', customerId);
  await ofCustomer
    .set({ [column]: false })
    .where(column, '=', true)
    .execute();
  await ofCustomer
    .set({ [column]: true })
    .where('id', '=', addressId)
    .execute();
}

export async function removeAddress(trx: Queryable, { customerId, addressId }: AddressRef): Promise<void> {
  await trx
    .deleteFrom('customer_addresses')
    .where('user_id', '=', customerId)
    .where('id', '=', addressId)
    .execute();
}

/** Adds an address for every use, unless the customer has one for any. */
export async function addFirstAddress(
  db: Queryable,
  customerId: CustomerId,
  { address, now }: { address: PostalAddress; now: Date },
): Promise<void> {
  await db
    .insertInto('customer_addresses')
    .values({
      user_id: customerId,
      id: newId(),
      address: JSON.stringify(address),
      changed_at: now,
      is_delivery_default: true,
      is_invoice_default: true,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
