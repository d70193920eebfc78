import type { B2bDetail, B2bStatus } from '@keepsake/contracts/account/b2b-standing';
import type { CallbackFormat } from '@keepsake/contracts/account/callback-settings';
import type { Locale } from '@keepsake/contracts/frame/configuration';
import type { CustomerId } from '@keepsake/contracts/platform/ids';
import type { FastifyRequest } from 'fastify';
import type { Principal } from '../../../platform/auth.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Database, Queryable } from '../../../platform/database/database.ts';
import type { CallOrigin } from '../../../platform/security-log.ts';
import type { CustomerClaims } from '../../../platform/tokens/claims.ts';
import type { NewCustomer } from './store.ts';

type ReadClaims = (
  caller: Principal,
  request: Pick<FastifyRequest, 'headers'>,
) => Promise<{ claims: CustomerClaims; issuedAt: number | null } | null>;

export type Deps = {
  db: Database;
  clock: Clock;
  /** The channel named by a claim, else that of the host where the customer signed in, else the default. */
  landingChannel(requested: { claim: string | null; host: string | undefined }): string;
  /** What the request's ID token says about the caller, whom access tokens may not describe; null without one. */
  readIdClaims: ReadClaims;
  /** The provider's userinfo for the caller's access token; null if there is none. */
  askUserinfo: ReadClaims;
  /** Makes the newsletter follow a change of address, in the same transaction; the address is empty if there is none any more. */
  onAddressChanged(trx: Queryable, customer: { customerId: CustomerId; email: string }): Promise<void>;
  /** True if the accounts are kept by the retailer's own provider: customers become known with their first call. */
  isProviderExternal: boolean;
  /** Opens the storage account of a new customer, in the same transaction. */
  beginStorage(trx: Queryable, customer: NewCustomer): Promise<void>;
  /** False while the customer's whole library is being deleted. */
  isPhotoDeletionPermitted(customerId: CustomerId): Promise<boolean>;
  /** Whether the customer's account was erased: a first call through the retailer's provider must not recreate the customer. */
  isErased(customerId: CustomerId): Promise<boolean>;
  /** Whether a change of the account awaits confirmation. */
  isChangePending(customerId: CustomerId): Promise<boolean>;
  /** Where and how a business customer's own system is notified. */
  callbacks: {
    read(customerId: CustomerId): Promise<CallbackChoice>;
    /** Changes the given values, in the transaction of the other details. Throws `invalid-request`. */
    change(
      trx: Queryable,
      customerId: CustomerId,
      choice: Partial<CallbackChoice> & { request: CallOrigin },
    ): Promise<void>;
  };
  /** The status of a business customer's account, and the firm's missing details. */
  accountStatusOf(customerId: CustomerId): Promise<B2bAccountStatus>;
  /** Makes the account follow, in the transaction that changes the customer; does nothing if the retailer's provider keeps it. */
  changeAccount(trx: Queryable, customerId: CustomerId, change: AccountChange): Promise<void>;
};

export type CallbackChoice = { callbackUrl: string | null; callbackFormat: CallbackFormat };

/** The status is null for a validated account, and for consumers. */
export type B2bAccountStatus = { status: B2bStatus | null; missing: B2bDetail[] };

/** What tokens and account mails say about a customer; undefined values stay unchanged. */
export type AccountChange = { name?: string; locale?: Locale };
