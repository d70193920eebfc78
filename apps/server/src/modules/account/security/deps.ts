import type { Logger } from 'pino';
import type { Clock } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/database/database.ts';
import type { Cursors } from '../../../platform/paging.ts';
import type { Secrets } from '../../../platform/secrets.ts';
import type { SecurityLog } from '../../../platform/security-log.ts';
import type { Throttle } from '../../../platform/throttle.ts';
import type { Seals } from '../credentials/index.ts';
import type { Appearances } from '../pages/index.ts';

export type Deps = {
  db: Database;
  clock: Clock;
  log: Logger;
  secrets: Secrets;
  seals: Seals;
  /** Signs the cursors of lists. */
  cursors: Cursors;
  throttle: Throttle;
  security: SecurityLog;
  /** Address of this installation without a trailing slash. */
  publicUrl: string;
  appearances: Appearances;
  /** Whether business customers must sign in with a second factor. */
  isSecondFactorRequired: boolean;
};
