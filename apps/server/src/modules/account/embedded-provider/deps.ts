import type { Platform } from '../../../platform/platform.ts';
import type { SecurityLog } from '../../../platform/security-log.ts';
import type { Appearances, Policies } from '../pages/index.ts';

export type Deps = Pick<Platform, 'db' | 'clock' | 'secrets' | 'log'> & {
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
