import type { SetupOutcome } from '@keepsake/contracts/account/payment-methods';
import type { CustomerId } from '@keepsake/contracts/platform/ids';

/** What a provider stores and we refer to. */
export type ProvidedMethod = {
  token: string;
  kind: 'card' | 'mandate';
  brand: string;
  lastFour: string;
  /** YYYY-MM-DD. */
  expiresOn: string | null;
};

export type SetupResult =
  | { outcome: Exclude<SetupOutcome, 'added'> }
  | { outcome: 'added'; method: ProvidedMethod };

/**
 * A provider that stores cards and mandates. Customers enter their numbers on the provider's own page and return from it (ADR
 * 35).
 */
export type PaymentProvider = {
  /** Opens a setup; `returnTo` is a path of this site. Returns its reference and the address of its page. */
  begin(customerId: CustomerId, returnTo: string): Promise<{ reference: string; url: string }>;
  /** The outcome, asked from server to server: nothing from the browser is trusted. */
  finish(customerId: CustomerId, reference: string): Promise<SetupResult>;
  /** Deletes what a token names. Idempotent. */
  detach(customerId: CustomerId, token: string): Promise<void>;
};
