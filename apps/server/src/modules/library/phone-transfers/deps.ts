import type { CustomerId } from '@keepsake/contracts/platform/ids';
import type { Platform } from '../../../platform/platform.ts';
import type { Uploads } from '../uploads/index.ts';

export type Deps = Pick<Platform, 'db' | 'clock'> & {
  uploads: Pick<Uploads, 'mountForPhones' | 'commitTransferred' | 'listArrivals' | 'findShown'>;
  /** Whether a customer's session has ended: its codes end with it. */
  isSessionOver(sessionId: string): Promise<boolean>;
  /** Whether the customer's library is hidden until the next order. */
  isLibraryHidden(customerId: CustomerId): Promise<boolean>;
  /** The secret from which the tokens of codes are derived, so that none is stored and a repeated request gets the same. */
  tokenSecret: string;
  /** Origins that serve pages; the first is PUBLIC_URL's. */
  origins: readonly [string, ...string[]];
  /** Whether only this machine can reach a host. */
  isLoopback(host: string): boolean;
};
