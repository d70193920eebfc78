import type { Cursors } from '../../../platform/paging.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { SecurityLog } from '../../../platform/security-log.ts';
import type { Seals } from '../credentials/index.ts';
import type { Appearances } from '../pages/index.ts';

export type Deps = Pick<Platform, 'db' | 'clock' | 'log' | 'secrets' | 'throttle'> & {
  seals: Seals;
  /** Signs the cursors of lists. */
  cursors: Cursors;
  security: SecurityLog;
  /** Address of this installation without a trailing slash. */
  publicUrl: string;
  appearances: Appearances;
  /** Whether business customers must sign in with a second factor. */
  isSecondFactorRequired: boolean;
};
