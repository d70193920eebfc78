import type { Clock } from '../../../platform/clock.ts';
import type { Database, Queryable } from '../../../platform/database/database.ts';
import type { Passwords } from '../credentials/index.ts';
import type { Account } from './store.ts';

export type Deps = {
  db: Database;
  clock: Clock;
  passwords: Passwords;
  /** Called in the transaction that creates or changes an account: the customer's row follows it. */
  onAccountChanged(trx: Queryable, account: Account): Promise<void>;
};
