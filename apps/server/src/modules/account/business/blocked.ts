import type { Principal } from '../../../platform/auth.ts';
import type { Queryable } from '../../../platform/database/database.ts';
import { Problem } from '../../../platform/problem.ts';
import { findBusiness } from './store.ts';

/** Whether an operator has blocked a business account: its customer reads, and nothing is sent to others for it. */
export async function isBlocked(db: Queryable, userId: string): Promise<boolean> {
  return (await findBusiness(db, userId))?.status === 'blocked';
}

/** Throws `account-blocked` for a business customer whose account is blocked. Consumers pass without a look-up. */
export async function requireNotBlocked(
  db: Queryable,
  { customerId, isBusiness }: Pick<Principal, 'customerId' | 'isBusiness'>,
): Promise<void> {
  if (isBusiness && (await isBlocked(db, customerId))) throw new Problem('account-blocked');
}
