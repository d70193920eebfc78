import type { OrderRef } from '@keepsake/contracts/orders/orders';
import type { CustomerId } from '@keepsake/contracts/platform/ids';
import type { Queryable } from '../../../platform/database/database.ts';
import { NOBODY } from '../../../platform/ids.ts';
import { hasAddress } from '../../account/customers/index.ts';
import { readOrder } from '../orders/index.ts';
import { codesIn } from './rules.ts';
import { findOwners } from './store.ts';

/** Who declared, what they wrote as the order, and where the receipt is sent. */
type Meant = { declaredBy: CustomerId; order: string; email: string };

/** The order that is meant: one of the signed-in customer, else one whose customer has the receipt's address. */
export async function findOrder(
  db: Queryable,
  { declaredBy, order: written, email }: Meant,
): Promise<(OrderRef & { channel: string }) | null> {
  for (const ref of await findOwners(db, codesIn(written))) {
    const isTheirs =
      declaredBy === NOBODY ? await hasAddress(db, ref.customerId, email) : ref.customerId === declaredBy;
    const order = isTheirs ? await readOrder(db, ref) : undefined;
    if (order) return { ...ref, channel: order.channel };
  }
  return null;
}
