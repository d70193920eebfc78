import type { Principal } from '../../../platform/auth.ts';
import type { Queryable } from '../../../platform/database/database.ts';
import { Problem } from '../../../platform/problem.ts';
import type { Appearances, Visit } from '../pages/index.ts';
import { findAccount, type StoredAccount } from './store.ts';

/** The caller's account, which the path must name too. Throws the problem `not-found` for another's. */
export async function requireOwn(
  db: Queryable,
  { customerId, identityType }: Principal,
  { type, sub }: { type: string; sub: string },
): Promise<StoredAccount> {
  const account = sub === customerId && type === identityType ? await findAccount(db, customerId) : null;
  if (!account) throw new Problem('not-found');
  return account;
}

/** Where a signed-in customer asks from: this installation, in an existing brand. */
export function ownVisit(
  { publicUrl, appearances }: { publicUrl: string; appearances: Appearances },
  { locale }: StoredAccount,
  channel: string,
): Visit {
  const visit = { appOrigin: new URL(publicUrl).origin, channel, locale };
  return { ...visit, channel: appearances.ofVisit(visit).brand.id };
}
