import { getAccountInformation, getCustomer } from '@keepsake/contracts';
import type { Principal } from '../../../platform/auth.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Database, Queryable } from '../../../platform/database/database.ts';
import { type Route, route } from '../../../platform/http/route.ts';
import { Problem } from '../../../platform/problem.ts';
import { findCustomer, insertCustomer, type NewCustomer } from './store.ts';

export type Customers = {
  routes: Route[];
  /** Makes the customer's row in the transaction that brings the account to life. */
  register(trx: Queryable, customer: NewCustomer): Promise<void>;
  /** Channel of a customer; of one who was never seen, the default. */
  channelOf(userId: string): Promise<string>;
};

type Deps = {
  db: Database;
  clock: Clock;
  defaultChannel: string;
  /** True when accounts live at a provider of the retailer's: its customers become known at their first call. */
  isProviderExternal: boolean;
  /** Opens the storage account of a new customer, in that transaction: the retention module's matter. */
  beginStorage(trx: Queryable, customer: NewCustomer): Promise<void>;
  /** False while the customer's whole library is being deleted: the photos module's matter. */
  isPhotoDeletionPermitted(userId: string): Promise<boolean>;
};

/** Customers of the account area, as far as they are not the identity provider's matter. */
export function createCustomers(deps: Deps): Customers {
  const { db, clock, defaultChannel, isProviderExternal, isPhotoDeletionPermitted } = deps;

  async function register(trx: Queryable, customer: NewCustomer) {
    await insertCustomer(trx, customer);
    await deps.beginStorage(trx, customer);
  }
  async function findOrWelcome(caller: Principal) {
    const found = await findCustomer(db, caller.customerId);
    if (found || !isProviderExternal) return found;
    const welcome = { ...identityOf(caller), channel: defaultChannel, registeredAt: clock() };
    await db.transaction().execute((trx) => register(trx, welcome));
    return findCustomer(db, caller.customerId);
  }
  async function requireCustomer(caller: Principal) {
    const customer = await findOrWelcome(caller);
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
    register,
    async channelOf(userId) {
      return (await findCustomer(db, userId))?.channel ?? defaultChannel;
    },
  };
}

function identityOf({ customerId, email, name, identityType, b2bAuthenticationMethod }: Principal) {
  return { userId: customerId, email, name, identityType, b2bAuthenticationMethod };
}
