import type { Locale } from '@keepsake/contracts';
import type { Clock } from '../../../platform/clock.ts';
import type { Database, Queryable } from '../../../platform/database/database.ts';
import type { NewCustomer } from './store.ts';

export type Deps = {
  db: Database;
  clock: Clock;
  defaultChannel: string;
  /** True when a provider of the retailer keeps the accounts: its customers become known with their first call. */
  isProviderExternal: boolean;
  /** Opens the storage account of a new customer, in that transaction. */
  beginStorage(trx: Queryable, customer: NewCustomer): Promise<void>;
  /** False while the customer's whole library is being deleted. */
  isPhotoDeletionPermitted(userId: string): Promise<boolean>;
  /** Whether the customer's account was erased: the first call from a provider of the retailer makes nobody anew. */
  isErased(userId: string): Promise<boolean>;
  /** Whether a change of the account waits for its confirmation. */
  isChangePending(userId: string): Promise<boolean>;
  /** Has the account follow, in the transaction that changes the customer; nothing where a provider of the retailer keeps it. */
  changeAccount(trx: Queryable, userId: string, change: AccountChange): Promise<void>;
};

/** What tokens and the mails of the account say of a customer; what is undefined stays. */
export type AccountChange = { name?: string; locale?: Locale };
