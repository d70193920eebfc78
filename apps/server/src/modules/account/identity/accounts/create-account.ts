import type { Locale } from '@keepsake/contracts';
import type { Database, Queryable } from '../../../../platform/database/database.ts';
import { newId } from '../../../../platform/ids.ts';
import { isMailAddress } from '../../../../platform/mail.ts';
import { Problem } from '../../../../platform/problem.ts';
import type { IdentityDeps } from '../deps.ts';
import type { Account, IdentityType } from './account.ts';
import { insertAccount, type StoredAccount } from './account-store.ts';
import type { Passwords } from './passwords.ts';

export type NewAccount = {
  email: string;
  name: string;
  password: string;
  identityType: IdentityType;
  /** For business customers; 'password' unless told. */
  b2bAuthenticationMethod?: string;
  /** Channel id. */
  channel: string;
  locale: Locale;
  /** A UUID to be the account's id; a new one unless told. */
  id?: string;
};

type Deps = Pick<IdentityDeps, 'clock' | 'onAccountConfirmed'> & { db: Database; passwords: Passwords };

/**
 * Makes an account that can sign in at once, together with its customer.
 * Throws the problem `conflict` when the address has an account, a RangeError when it is no mail address.
 */
export async function createAccount(deps: Deps, asked: NewAccount): Promise<Account> {
  if (!isMailAddress(asked.email)) throw new RangeError('An account needs exactly one e-mail address');
  const { password, id = newId(), b2bAuthenticationMethod = 'password', ...rest } = asked;
  const account: StoredAccount = {
    ...rest,
    id,
    b2bAuthenticationMethod: rest.identityType === 'business' ? b2bAuthenticationMethod : null,
    registeredAt: deps.clock(),
    passwordHash: await deps.passwords.hash(password),
  };
  await deps.db.transaction().execute(async (trx) => {
    if (!(await bringToLife(deps, trx, account))) throw new Problem('conflict');
  });
  return withoutPassword(account);
}

/** The account and its customer in one transaction; false when the address has an account already. */
export async function bringToLife(
  { onAccountConfirmed }: Pick<Deps, 'onAccountConfirmed'>,
  trx: Queryable,
  account: StoredAccount,
): Promise<boolean> {
  if (!(await insertAccount(trx, account))) return false;
  await onAccountConfirmed(trx, withoutPassword(account));
  return true;
}

function withoutPassword({ passwordHash: _, ...account }: StoredAccount): Account {
  return account;
}
