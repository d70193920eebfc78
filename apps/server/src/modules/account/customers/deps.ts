import type { B2bDetail, B2bStatus } from '@keepsake/contracts/account/b2b-status';
import type { CallbackFormat } from '@keepsake/contracts/account/callback-settings';
import type { Locale } from '@keepsake/contracts/frame/configuration';
import type { CustomerId } from '@keepsake/contracts/platform/ids';
import type { Queryable } from '../../../platform/database/database.ts';
import type { IsErased } from '../../../platform/personal-data.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { CallOrigin } from '../../../platform/security-log.ts';
import type { ReadClaims } from '../external-provider/index.ts';
import type { BeginStorage } from './store.ts';

export type Deps = Pick<Platform, 'db' | 'clock'> & {
  /** The channel named by a claim, else that of the host where the customer signed in, else the default. */
  landingChannel(requested: { claim: string | null; host: string | undefined }): string;
  /** The retailer's own provider, whose customers become known with their first call; null if the accounts are ours. */
  provider: { readIdClaims: ReadClaims; readUserinfo: ReadClaims } | null;
  /** Makes the newsletter follow a change of address, in the same transaction; the address is empty if there is none any more. */
  onAddressChanged(trx: Queryable, customer: { customerId: CustomerId; email: string }): Promise<void>;
  /** Opens the storage account of a new customer, in the same transaction. */
  beginStorage: BeginStorage;
  /** False while the customer's whole library is being deleted. */
  isPhotoDeletionPermitted(customerId: CustomerId): Promise<boolean>;
  /** A first call through the retailer's provider must not recreate an erased customer. */
  isErased: IsErased;
  /** When mails to this address of a customer came back for good; null if none did. */
  findReturnedAt(customerId: CustomerId, email: string): Promise<Date | null>;
  /** Whether a change of the account awaits confirmation. */
  isChangePending(customerId: CustomerId): Promise<boolean>;
  /** Where and how a business customer's own system is notified. */
  callbacks(): CallbackChoices;
  /** The status of a business customer's account, and the firm's missing details. */
  accountStatusOf(customerId: CustomerId): Promise<B2bAccountStatus>;
  /** Makes the account follow, in the transaction that changes the customer; does nothing if the retailer's provider keeps it. */
  changeAccount(trx: Queryable, customerId: CustomerId, change: AccountChange): Promise<void>;
};

export type CallbackChoices = {
  /** The callback settings in customers/me. */
  readChoice(customerId: CustomerId): Promise<CallbackChoice>;
  /** Changes the given values, in the transaction of the other details. Throws `invalid-request`. */
  changeChoice(
    trx: Queryable,
    customerId: CustomerId,
    choice: Partial<CallbackChoice> & { request: CallOrigin },
  ): Promise<void>;
};

/** The callback settings in customers/me. */
export type CallbackChoice = { callbackUrl: string | null; callbackFormat: CallbackFormat };

/** The status is null for a validated account, and for consumers. */
export type B2bAccountStatus = { status: B2bStatus | null; missing: B2bDetail[] };

/** What tokens and account mails say about a customer; undefined values stay unchanged. */
export type AccountChange = { name?: string; locale?: Locale };
