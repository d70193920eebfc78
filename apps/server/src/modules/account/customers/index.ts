import { getAccountInformation, getCustomer } from '@keepsake/contracts/account/customers';
import { changeCustomer, putCustomer } from '@keepsake/contracts/account/personal-details';
import type { CustomerId } from '@keepsake/contracts/platform/ids';
import type { FastifyRequest } from 'fastify';
import type { Principal } from '../../../platform/auth.ts';
import { type Route, route } from '../../../platform/http/route.ts';
import type { Module } from '../../../platform/module.ts';
import { Problem } from '../../../platform/problem.ts';
import { channelOrDefault } from '../../frame/channels/index.ts';
import type { Deps } from './deps.ts';
import { changeDetails, presentCustomer } from './details.ts';
import { followProvider } from './follow-provider.ts';
import { CUSTOMER_DATA, TABLES } from './personal-data.ts';
import { type CustomerRow, findCustomer } from './store.ts';

export type { B2bAccountStatus, CallbackChoice, CallbackChoices } from './deps.ts';
export { type Imported, importCustomer } from './import-customers.ts';
export { findMissingChannels, findRecipient, findRecipients, type Recipient } from './recipients.ts';
export {
  type BeginStorage,
  deleteCustomer,
  findByEmail,
  findClosed,
  findCustomer,
  findEmails,
  findOwnEmail,
  followIdentity,
  hasAddress,
  isBusinessSql,
  isClosed,
  isOpenBusinessSql,
  requireOpenCustomer,
  saveCustomer,
  setDeletedAt,
  setRegisteredAt,
} from './store.ts';
export { createCustomerFinder, findLinked, findSubjects } from './subjects.ts';

export type Customers = Module & {
  /**
   * The caller's row, created at the first call if the retailer's provider keeps the accounts. Throws `account-deleted`,
   * `not-found`.
   */
  requireCustomer(caller: Principal): Promise<CustomerRow>;
  /** The time zone of the customer's brand, by which it is today; of the default brand for unknown customers. */
  timeZoneOf(customerId: CustomerId): Promise<string>;
};

/** Customers as our tables know them, apart from how they sign in. */
export function createCustomers(deps: Deps): Customers {
  const { db } = deps;
  return {
    tables: TABLES,
    personalData: CUSTOMER_DATA,
    routes: customerRoutes(deps),
    requireCustomer: (caller) => requireCustomer(deps, caller),
    async timeZoneOf(customerId) {
      return channelOrDefault((await findCustomer(db, customerId))?.channel).timeZone;
    },
  };
}

function customerRoutes(deps: Deps): Route[] {
  const present = async (customer: CustomerRow, { isBusiness }: Principal) =>
    presentCustomer(customer, {
      isBusiness,
      isChanging: await deps.isChangePending(customer.user_id),
      emailReturnedAt: await deps.findReturnedAt(customer.user_id, customer.email),
      callbacks: isBusiness ? await deps.callbacks().readChoice(customer.user_id) : null,
      accountStatus: isBusiness ? await deps.accountStatusOf(customer.user_id) : null,
    });
  const change = [changeCustomer, putCustomer].map((endpoint) =>
    route(endpoint, async ({ customer: caller, body, request }) => {
      const customer = await requireCustomer(deps, caller);
      const changesCallbacks = body.callbackUrl !== undefined || body.callbackFormat !== undefined;
      if (changesCallbacks && !caller.isBusiness) throw new Problem('business-only');
      return present(await changeDetails(deps, { customer, request }, body), caller);
    }),
  );
  return [
    route(getCustomer, async ({ customer: caller, request }) =>
      present(await requireCustomer(deps, caller, request), caller),
    ),
    ...change,
    route(getAccountInformation, async ({ customer: caller }) => {
      const customer = await requireCustomer(deps, caller);
      return {
        accountId: customer.user_id,
        email: customer.email,
        registrationDate: customer.registered_at.toISOString(),
        isPhotoDeletionPermitted: await deps.isPhotoDeletionPermitted(customer.user_id),
      };
    }),
  ];
}

async function requireCustomer(
  deps: Deps,
  caller: Principal,
  request?: Pick<FastifyRequest, 'headers'>,
): Promise<CustomerRow> {
  const { db, provider } = deps;
  const found = await findCustomer(db, caller.customerId);
  const customer = provider ? await followProvider({ ...deps, provider }, { found, caller, request }) : found;
  if (!customer) throw new Problem('not-found');
  // This node's gate may not have been notified yet.
  if (customer.deleted_at) throw new Problem('account-deleted');
  return customer;
}
