import { getAccountInformation, getCustomer } from '@keepsake/contracts';
import type { Principal } from '../../../platform/auth.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Database, Queryable } from '../../../platform/database/database.ts';
import { route } from '../../../platform/http/route.ts';
import type { Module } from '../../../platform/module.ts';
import { Problem } from '../../../platform/problem.ts';
import { findCustomer, type NewCustomer, upsertCustomer } from './store.ts';

export { findByEmail, findCustomer, findEmails, requireOpenCustomer } from './store.ts';

type Customers = Module & {
  /** Has the customer's row follow an account that was created or changed, in that transaction. */
  save(trx: Queryable, customer: NewCustomer): Promise<void>;
  /** Id of the customer's channel; the default one for unknown customers. */
  channelOf(userId: string): Promise<string>;
};

type Deps = {
  db: Database;
  clock: Clock;
  defaultChannel: string;
  /** True when a provider of the retailer keeps the accounts: its customers become known with their first call. */
  isProviderExternal: boolean;
  /** Opens the storage account of a new customer, in that transaction. */
  beginStorage(trx: Queryable, customer: NewCustomer): Promise<void>;
  /** False while the customer's whole library is being deleted. */
  isPhotoDeletionPermitted(userId: string): Promise<boolean>;
};

/** Customers as our tables know them, apart from how they sign in. */
export function createCustomers(deps: Deps): Customers {
  const { db, clock, defaultChannel, isProviderExternal, isPhotoDeletionPermitted } = deps;

  async function save(trx: Queryable, customer: NewCustomer) {
    await upsertCustomer(trx, customer);
    await deps.beginStorage(trx, customer);
  }
  async function findOrRegister(caller: Principal) {
    const found = await findCustomer(db, caller.customerId);
    if (found || !isProviderExternal) return found;
    const { customerId: userId, email, name, identityType, b2bAuthenticationMethod } = caller;
    const identity = { userId, email, name, identityType, b2bAuthenticationMethod };
    const customer = { ...identity, channel: defaultChannel, registeredAt: clock() };
    await db.transaction().execute((trx) => save(trx, customer));
    return findCustomer(db, userId);
  }
  async function requireCustomer(caller: Principal) {
    const customer = await findOrRegister(caller);
    if (!customer || customer.deleted_at) throw new Problem('not-found');
    return customer;
  }
  return {
    routes: [
      route(getCustomer, async ({ customer: caller }) => {
        const customer = await requireCustomer(caller);
        return {
          customerId: customer.user_id,
          email: caller.email || customer.email,
          name: caller.name || customer.name,
          channel: customer.channel,
          registrationDate: customer.registered_at.toISOString(),
          accountDeleted: false,
          isB2b: customer.b2b_authentication_method !== null,
        };
      }),
      route(getAccountInformation, async ({ customer: caller }) => {
        const customer = await requireCustomer(caller);
        return {
          accountId: customer.user_id,
          email: caller.email || customer.email,
          registrationDate: customer.registered_at.toISOString(),
          isPhotoDeletionPermitted: await isPhotoDeletionPermitted(customer.user_id),
        };
      }),
    ],
    save,
    async channelOf(userId) {
      return (await findCustomer(db, userId))?.channel ?? defaultChannel;
    },
  };
}
