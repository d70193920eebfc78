import type { SetupOutcome } from '@keepsake/contracts';

/** What a provider keeps and we name. */
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
 * Who keeps cards and mandates. Customers type their numbers on the provider's own page, to which they are led and from
 * which they return (ADR 35).
 */
export type PaymentProvider = {
  /** Opens a setup; `returnTo` is a path of this site. Gives its name and the address of its page. */
  begin(userId: string, returnTo: string): Promise<{ reference: string; url: string }>;
  /** What became of it, asked from server to server: nothing that a browser brings is trusted. */
  finish(userId: string, reference: string): Promise<SetupResult>;
  /** Forgets what a token names; once it is forgotten, again does no harm. */
  detach(userId: string, token: string): Promise<void>;
};
