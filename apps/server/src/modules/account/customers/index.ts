import { changeCustomer, getAccountInformation, getCustomer, putCustomer } from '@keepsake/contracts';
import type { Principal } from '../../../platform/auth.ts';
import type { Queryable } from '../../../platform/database/database.ts';
import { route } from '../../../platform/http/route.ts';
import type { Module } from '../../../platform/module.ts';
import { Problem } from '../../../platform/problem.ts';
import type { Deps } from './deps.ts';
import { changeDetails, presentCustomer } from './details.ts';
import { customerData } from './personal-data.ts';
import {
  type CustomerRow,
  findCustomer,
  followIdentity,
  followName,
  type NewCustomer,
  upsertCustomer,
} from './store.ts';

export {
  deleteCustomer,
  findByEmail,
  findClosed,
  findCustomer,
  findEmails,
  followIdentity,
  requireOpenCustomer,
  setDeletedAt,
} from './store.ts';

type Customers = Module & {
  /** Has the customer's row follow an account that was created or changed, in that transaction. */
  save(trx: Queryable, customer: NewCustomer): Promise<void>;
  /** The row of whoever calls, made at a first call where a provider of the retailer keeps the accounts. Throws `not-found`. */
  requireCustomer(caller: Principal): Promise<CustomerRow>;
  /** Id of the customer's channel; the default one for unknown customers. */
  channelOf(userId: string): Promise<string>;
};

/** Customers as our tables know them, apart from how they sign in. */
export function createCustomers(deps: Deps): Customers {
  const { db, clock, defaultChannel, isProviderExternal, isPhotoDeletionPermitted } = deps;

  async function save(trx: Queryable, customer: NewCustomer) {
    await upsertCustomer(trx, customer);
    await deps.beginStorage(trx, customer);
  }
  async function findOrRegister(caller: Principal): Promise<CustomerRow | undefined> {
    const { customerId: userId, email, name, identityType, b2bAuthenticationMethod } = caller;
    const found = await findCustomer(db, userId);
    if (!isProviderExternal) return found;
    if (!found) {
      if (await deps.isErased(userId)) throw new Problem('not-found');
      const identity = { userId, email, name, identityType, b2bAuthenticationMethod };
      const customer = { ...identity, channel: defaultChannel, locale: null, registeredAt: clock() };
      await db.transaction().execute((trx) => save(trx, customer));
      return findCustomer(db, userId);
    }
    return await follow(found, caller);
  }
  /** What tokens say of an account that a provider of the retailer keeps: the last one counts. */
  async function follow(found: CustomerRow, caller: Principal): Promise<CustomerRow> {
    const { customerId: userId, name, identityType, b2bAuthenticationMethod } = caller;
    const followed = { ...found };
    if (found.b2b_authentication_method !== b2bAuthenticationMethod) {
      await followIdentity(db, userId, { identityType, b2bAuthenticationMethod });
      Object.assign(followed, {
        identity_type: identityType,
        b2b_authentication_method: b2bAuthenticationMethod,
      });
    }
    if (!found.named_at && name && name !== found.name) {
      await followName(db, userId, name);
      followed.name = name;
    }
    return followed;
  }
  async function requireCustomer(caller: Principal) {
    const customer = await findOrRegister(caller);
    if (!customer || customer.deleted_at) throw new Problem('not-found');
    return customer;
  }
  const present = async (customer: CustomerRow, { email, isBusiness }: Principal) =>
    presentCustomer(customer, {
      email,
      isBusiness,
      isChanging: await deps.isChangePending(customer.user_id),
      callbacks: isBusiness ? await deps.callbacks.read(customer.user_id) : null,
      standing: isBusiness ? await deps.standingOf(customer.user_id) : null,
    });
  const change = [changeCustomer, putCustomer].map((endpoint) =>
    route(endpoint, async ({ customer: caller, body }) => {
      const customer = await requireCustomer(caller);
      const isAboutCallbacks = body.callbackUrl !== undefined || body.callbackFormat !== undefined;
      if (isAboutCallbacks && !caller.isBusiness) throw new Problem('business-only');
      return present(await changeDetails(deps, customer, body), caller);
    }),
  );
  return {
    personalData: customerData({ db }),
    routes: [
      route(getCustomer, async ({ customer: caller }) => present(await requireCustomer(caller), caller)),
      ...change,
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
    requireCustomer,
    async channelOf(userId) {
      return (await findCustomer(db, userId))?.channel ?? defaultChannel;
    },
  };
}
