import type { Queryable } from '../../../platform/database/database.ts';
import { findBusiness } from './store.ts';

/** The firm of a business customer as named on invoices; null for details not given. */
export async function findBuyer(
  db: Queryable,
  userId: string,
): Promise<{ company: string | null; vatId: string | null }> {
  const row = await findBusiness(db, userId);
  return { company: row?.company ?? null, vatId: row?.vat_id ?? null };
}
