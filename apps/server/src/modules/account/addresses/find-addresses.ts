import type { OrderAddress } from '@keepsake/contracts';
import type { Queryable } from '../../../platform/database/database.ts';
import { presentAddress } from './rules.ts';
import { type AddressRow, readAddresses } from './store.ts';

/** Where a customer has things delivered, the default first; null if no address is saved. */
export async function findDeliveryAddress(db: Queryable, userId: string): Promise<OrderAddress | null> {
  const [first] = await readAddresses(db, userId);
  return first ? toSendTo(first) : null;
}

/** Where a customer has invoices sent, the default first; null if no address is saved. */
export async function findInvoiceAddress(db: Queryable, userId: string): Promise<OrderAddress | null> {
  const addresses = await readAddresses(db, userId);
  const found = addresses.find((row) => row.is_invoice_default) ?? addresses[0];
  return found ? toSendTo(found) : null;
}

function toSendTo(row: AddressRow): OrderAddress {
  const { id: _id, version: _version, defaultFor: _uses, ...address } = presentAddress(row);
  return address;
}
