import { getAccountInformation, getCustomer } from '@keepsake/contracts/account/customers';
import { changeCustomer, putCustomer } from '@keepsake/contracts/account/personal-details';
import type { CustomerId } from '@keepsake/contracts/platform/ids';
import type { FastifyRequest } from 'fastify';
import type { Principal } from '../../../platform/auth.ts';
import type { Queryable } from '../../../platform/database/database.ts';
import { route } from '../../../platform/http/route.ts';
import type { Module } from '../../../platform/module.ts';
import { Problem } from '../../../platform/problem.ts';
import type { Deps } from './deps.ts';
import { changeDetails, presentCustomer } from './details.ts';
import { followProvider } from './follow-provider.ts';
import { customerData, TABLES } from './personal-data.ts';
import { type CustomerRow, findCustomer, type NewCustomer, upsertCustomer } from './store.ts';

export { type Imported, importCustomer } from './import-customers.ts';
export {
  deleteCustomer,
  findByEmail,
  findClosed,
  findCustomer,
  findEmails,
  findOwnEmail,
  followIdentity,
  isOpenBusinessSql,
  requireOpenCustomer,
  setDeletedAt,
  setRegisteredAt,
} from './store.ts';
export { findCustomerId, findLinked, findSubjects } from './subjects.ts';

type Customers = Module & {
  /** Makes the customer's row follow a created or changed account, in the same transaction. */
  save(trx: Queryable, customer: NewCustomer): Promise<void>;
  /**
   * The caller's row, created at the first call if the retailer's provider keeps the accounts. Throws `account-deleted`,
   * `not-found`.
   */
  requireCustomer(caller: Principal): Promise<CustomerRow>;
  /** Id of the customer's channel; the default one for unknown customers. */
  channelOf(customerId: CustomerId): Promise<string>;
};

/** Customers as our tables know them, apart from how they sign in. */
export function createCustomers(deps: Deps): Customers {
  const { db, isProviderExternal, isPhotoDeletionPermitted } = deps;

  async function save(trx: Queryable, customer: NewCustomer) {
    await upsertCustomer(trx, customer);
    await deps.beginStorage(trx, customer);
  }
  async function requireCustomer(caller: Principal, request?: Pick<FastifyRequest, 'headers'>) {
    const found = await findCustomer(db, caller.customerId);
    const customer = isProviderExternal
      ? await followProvider({ ...deps, save }, { found, caller, request })
      : found;
    if (!customer) throw new Problem('not-found');
    // This node's gate may not have been notified yet.
    if (customer.deleted_at) throw new Problem('account-deleted');
    return customer;
  }
  const present = async (customer: CustomerRow, { isBusiness }: Principal) =>
    presentCustomer(customer, {
      isBusiness,
      isChanging: await deps.isChangePending(customer.user_id),
      callbacks: isBusiness ? await deps.callbacks.read(customer.user_id) : null,
      accountStatus: isBusiness ? await deps.accountStatusOf(customer.user_id) : null,
    });
  const change = [changeCustomer, putCustomer].map((endpoint) =>
    route(endpoint, async ({ customer: caller, body, request }) => {
      const customer = await requireCustomer(caller);
      const isAboutCallbacks = body.callbackUrl !== undefined || body.callbackFormat !== undefined;
      if (isAboutCallbacks && !caller.isBusiness) throw new Problem('business-only');
      return present(await changeDetails(deps, { customer, request }, body), caller);
    }),
  );
  return {
    tables: TABLES,
    personalData: customerData({ db }),
    routes: [
      route(getCustomer, async ({ customer: caller, request }) =>
        present(await requireCustomer(caller, request), caller),
      ),
      ...change,
      route(getAccountInformation, async ({ customer: caller }) => {
        const customer = await requireCustomer(caller);
        return {
          accountId: customer.user_id,
          email: customer.email,
          registrationDate: customer.registered_at.toISOString(),
          isPhotoDeletionPermitted: await isPhotoDeletionPermitted(customer.user_id),
        };
      }),
    ],
    save,
    requireCustomer,
    async channelOf(customerId) {
      return (
        (await findCustomer(db, customerId))?.channel ?? deps.landingChannel({ claim: null, host: undefined })
      );
    },
  };
}
