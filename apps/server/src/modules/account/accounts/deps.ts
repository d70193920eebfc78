import type { Queryable } from '../../../platform/database/database.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { Passwords } from '../credentials/index.ts';
import type { Account } from './store.ts';

/** Called in the transaction that creates or changes an account: the customer's row follows it. */
export type OnAccountChanged = (trx: Queryable, account: Account) => Promise<void>;

export type Deps = Pick<Platform, 'db' | 'clock'> & {
  passwords: Passwords;
  onAccountChanged: OnAccountChanged;
};
