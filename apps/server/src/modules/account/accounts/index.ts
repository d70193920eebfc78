import type { Queryable } from '../../../platform/database/database.ts';
import type { Module } from '../../../platform/module.ts';
import type { Tables } from '../../../platform/tables.ts';
import { addAccount, createAccount, type NewAccount } from './create-account.ts';
import type { Deps } from './deps.ts';
import {
  type Account,
  findAccountToSignIn,
  markOpen,
  type RegisteredAccount,
  type StoredAccount,
  updateProfile,
} from './store.ts';

export type { NewAccount } from './create-account.ts';
export type { OnAccountChanged } from './deps.ts';
export { ownVisit, requireOwn } from './own-account.ts';
export {
  type Account,
  deleteAccount,
  findAccount,
  findAccountByEmail,
  findAccountOfSubject,
  findPasskeyOwner,
  hasAccount,
  isSignInValid,
  lockAccount,
  lockForCounting,
  markClosed,
  markDevicesKnown,
  passkeyHandleOf,
  type StoredAccount,
  setIdentityType,
  timeOfSignIn,
  updateEmail,
  updatePassword,
} from './store.ts';

/** Kept, with whatever refers to them, even while the retailer's own provider signs customers in. */
export const ACCOUNT_TABLES: Tables = { accounts: { erasedBy: 'module' } };

export type Accounts = Module & {
  /** Creates an account that can sign in at once. */
  create(account: NewAccount): Promise<Account>;
  /** Creates an account, with its customer, in a transaction; false if its address has one already. */
  add(trx: Queryable, account: RegisteredAccount): Promise<boolean>;
  /** Finds an account for a sign-in, after waiting for a password that is just being set and counts from then on. */
  findToSignIn(email: string): Promise<StoredAccount | null>;
  /** Changes the name and the language of an account; undefined values stay unchanged. */
  changeProfile: typeof updateProfile;
  /** Reopens a closed account; its owner has to sign in again. */
  reopen: typeof markOpen;
};

/** Those who can sign in at the embedded provider. */
export function createAccounts(deps: Deps): Accounts {
  return {
    create: (account) => createAccount(deps, account),
    add: (trx, account) => addAccount(deps, trx, account),
    findToSignIn: (email) => findAccountToSignIn(deps.db, email),
    changeProfile: updateProfile,
    reopen: markOpen,
  };
}
