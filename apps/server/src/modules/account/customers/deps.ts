import type { B2bDetail, B2bStatus, CallbackFormat, Locale } from '@keepsake/contracts';
import type { FastifyRequest } from 'fastify';
import type { Principal } from '../../../platform/auth.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Database, Queryable } from '../../../platform/database/database.ts';
import type { CustomerClaims } from '../../../platform/tokens/claims.ts';
import type { NewCustomer } from './store.ts';

type ReadClaims = (
  caller: Principal,
  request: Pick<FastifyRequest, 'headers'>,
) => Promise<{ claims: CustomerClaims; issuedAt: number | null } | null>;

export type Deps = {
  db: Database;
  clock: Clock;
  /** The channel of a claim, else of the host that the customer signed in at, else the default. */
  landingChannel(asked: { claim: string | null; host: string | undefined }): string;
  /** What the ID token of a request says of the caller, whom access tokens may not describe; null without one. */
  readIdClaims: ReadClaims;
  /** What the provider answers about the caller's access token; null where it says nothing. */
  askUserinfo: ReadClaims;
  /** Has the newsletter follow an address, in the transaction that changes it; it is empty for none any more. */
  onAddressChanged(trx: Queryable, customer: { userId: string; email: string }): Promise<void>;
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
  /** Where and how a business customer's own system is told what happens. */
  callbacks: {
    read(userId: string): Promise<CallbackChoice>;
    /** Changes what is given, in the transaction of the other details. Throws `invalid-request`. */
    change(trx: Queryable, userId: string, choice: Partial<CallbackChoice>): Promise<void>;
  };
  /** Where the account of a business customer stands, and what is lacking of its firm. */
  standingOf(userId: string): Promise<B2bStanding>;
  /** Has the account follow, in the transaction that changes the customer; nothing where a provider of the retailer keeps it. */
  changeAccount(trx: Queryable, userId: string, change: AccountChange): Promise<void>;
};

export type CallbackChoice = { callbackUrl: string | null; callbackFormat: CallbackFormat };

/** The status is null for a validated account, and for consumers. */
export type B2bStanding = { status: B2bStatus | null; missing: B2bDetail[] };

/** What tokens and the mails of the account say of a customer; what is undefined stays. */
export type AccountChange = { name?: string; locale?: Locale };
