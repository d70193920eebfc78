import type { Locale } from '@keepsake/contracts/frame/configuration';
import type { CustomerId } from '@keepsake/contracts/platform/ids';
import { isMailAddress } from '@keepsake/contracts/platform/mail-address';
import type { Queryable } from '../../../platform/database/database.ts';
import { newCustomerId } from '../../../platform/ids.ts';
import { Problem } from '../../../platform/problem.ts';
import type { Deps } from './deps.ts';
import { type Account, type IdentityType, insertAccount, type RegisteredAccount } from './store.ts';

export type NewAccount = {
  email: string;
  name: string;
  password: string;
  identityType: IdentityType;
  /** For business customers; 'password' by default. */
  b2bAuthenticationMethod?: string;
  /** Channel id. */
  channel: string;
  locale: Locale;
  /** A UUID for the account; a new one by default. */
  id?: CustomerId;
};

/**
 * Creates an account that can sign in at once, with its customer. Throws the problem `conflict` if the address has an account,
 * and a RangeError if it is not an e-mail address.
 */
export async function createAccount(deps: Deps, requested: NewAccount): Promise<Account> {
  if (!isMailAddress(requested.email)) throw new RangeError('An account needs exactly one e-mail address');
  const { password, id = newCustomerId(), b2bAuthenticationMethod = 'password', ...rest } = requested;
  const account: RegisteredAccount = {
    ...rest,
    id,
    b2bAuthenticationMethod: rest.identityType === 'business' ? b2bAuthenticationMethod : null,
    registeredAt: deps.clock(),
    passwordHash: await deps.passwords.hash(password),
  };
  await deps.db.transaction().execute(async (trx) => {
    if (!(await addAccount(deps, trx, account))) throw new Problem('conflict');
  });
  return withoutPassword(account);
}

/** Creates the account and its customer in one transaction; false if the address already has an account. */
export async function addAccount(
  { onAccountChanged }: Pick<Deps, 'onAccountChanged'>,
  trx: Queryable,
  account: RegisteredAccount,
): Promise<boolean> {
  if (!(await insertAccount(trx, account))) return false;
  await onAccountChanged(trx, withoutPassword(account));
  return true;
}

function withoutPassword({ passwordHash: _, ...account }: RegisteredAccount): Account {
  return account;
}
