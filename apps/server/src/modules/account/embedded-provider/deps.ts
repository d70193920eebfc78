import type { Logger } from 'pino';
import type { Clock } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/database/database.ts';
import type { Secrets } from '../../../platform/secrets.ts';
import type { SecurityLog } from '../../../platform/security-log.ts';
import type { Appearances, Policies } from '../pages/index.ts';

export type Deps = {
  db: Database;
  clock: Clock;
  secrets: Secrets;
  log: Logger;
  security: SecurityLog;
  /** Address of this installation without a trailing slash. */
  publicUrl: string;
  /** Origins of the web app besides publicUrl's: one per brand host. */
  brandOrigins: readonly string[];
  appearances: Appearances;
  policies: Policies;
  clientId: string;
  /** Resource indicator of our API, the `aud` of its access tokens. */
  audience: string;
  /** Lifetime of access tokens, in seconds. */
  accessTokenSeconds: number;
};
