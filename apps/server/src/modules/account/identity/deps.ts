import type { PublicChannel } from '@keepsake/contracts';
import type { Logger } from 'pino';
import type { Clock } from '../../../platform/clock.ts';
import type { Database, Queryable } from '../../../platform/database/database.ts';
import type { Account } from './accounts/account.ts';

/** What the pages and mails of this module need to know of a brand. */
export type ChannelLook = Pick<
  PublicChannel,
  'id' | 'name' | 'locale' | 'accent' | 'logoUrl' | 'logoDarkUrl' | 'customerCareUrl'
>;

export type IdentityDeps = {
  db: Database;
  log: Logger;
  clock: Clock;
  /** Address of this installation without a slash at the end; the issuer is `<publicUrl>/oidc`. */
  publicUrl: string;
  /** Origins that the web app is served from besides publicUrl's: one for every brand host. */
  brandOrigins: readonly string[];
  clientId: string;
  /** Resource indicator of our API, the `aud` of its access tokens. */
  audience: string;
  /** How long an access token is good, in seconds. */
  accessTokenSeconds: number;
  resolveChannel(asked: { hostname: string; channelParam: string | null }): ChannelLook;
  /** Runs in the transaction that brings an account to life: the place to make the customer's own row. */
  onAccountConfirmed(trx: Queryable, account: Account): Promise<void>;
};
