import type { Locale } from '@keepsake/contracts/frame/configuration';
import type { FastifyRequest } from 'fastify';
import type { Provider } from 'oidc-provider';
import type { Logger } from 'pino';
import type { Clock } from '../../../platform/clock.ts';
import type { Database, Queryable } from '../../../platform/database/database.ts';
import type { Cursors } from '../../../platform/paging.ts';
import type { Journal } from '../../../platform/recovery/journal.ts';
import type { Secrets } from '../../../platform/secrets.ts';
import type { SecurityLog } from '../../../platform/security-log.ts';
import type { Throttle } from '../../../platform/throttle.ts';
import type { Account } from '../accounts/index.ts';
import type { Passwords, Seals } from '../credentials/index.ts';
import type { MailedLinks } from '../mailed-links/index.ts';
import type { Appearances, Policies } from '../pages/index.ts';
import type { CeremonyDeps } from '../security/index.ts';
import type { LinkPage, LinkRequest, Registration } from './link-page.ts';

export type Deps = {
  /** Address of this installation without a trailing slash. */
  publicUrl: string;
  /** Origins of the web app besides publicUrl's: one per brand host. */
  brandOrigins: readonly string[];
  appearances: Appearances;
  db: Database;
  secrets: Secrets;
  log: Logger;
  clock: Clock;
  clientId: string;
  /** Resource indicator of our API, the `aud` of its access tokens. */
  audience: string;
  /** Lifetime of access tokens, in seconds. */
  accessTokenSeconds: number;
  /** Called in the transaction that creates or changes an account: the customer's row follows it. */
  onAccountChanged(trx: Queryable, account: Account): Promise<void>;
  /** Signs the cursors of lists. */
  cursors: Cursors;
  throttle: Throttle;
  security: SecurityLog;
  journal: Journal;
  createLink: MailedLinks['createLink'];
  closings: Closings;
  /** Whether business customers must sign in with a second factor. */
  isSecondFactorRequired: boolean;
};

/** What happens to closed accounts. */
export type Closings = {
  /** The last day on which an account can be kept, in words; null if it is too late. */
  lastDayToKeep(accountId: string, locale: Locale): Promise<string | null>;
  /** Reopens an account; false if it is too late. True if it is open. */
  keep(accountId: string, request: FastifyRequest): Promise<boolean>;
};

/** What the pages share; each uses a part of it. */
export type PageDeps = Deps & {
  provider: Provider;
  policies: Policies;
  passwords: Passwords;
  seals: Seals;
  /** Passkey ceremonies; null if browsers cannot use passkeys here. */
  passkeys: CeremonyDeps | null;
  links: { confirmEmail: LinkPage<Registration>; resetPassword: LinkPage<LinkRequest> };
};
