import type { Locale } from '@keepsake/contracts';

export type IdentityType = 'consumer' | 'business';

/** Somebody who can sign in: the e-mail address is confirmed. */
export type Account = {
  /** Subject of every token and the customer's id everywhere (UUIDv7). */
  id: string;
  email: string;
  name: string;
  identityType: IdentityType;
  /** How a business customer signs in, as the claim says it; null for consumers. */
  b2bAuthenticationMethod: string | null;
  /** Channel id the customer registered in. */
  channel: string;
  /** Language of mails to the customer. */
  locale: Locale;
  registeredAt: Date;
};
