import type { OrderAddress } from '@keepsake/contracts';
import type { Queryable } from '../../../platform/database/database.ts';
import { presentAddress } from './rules.ts';
import { readAddresses } from './store.ts';

/** Where a customer has things sent, the default first; null when no address is kept. */
export async function findDeliveryAddress(db: Queryable, userId: string): Promise<OrderAddress | null> {
  const [first] = await readAddresses(db, userId);
  if (!first) return null;
  const { id: _id, version: _version, defaultFor: _uses, ...address } = presentAddress(first);
  return address;
}
