import type { Platform } from '../../../platform/platform.ts';
import type { SignInGate } from '../../account/sign-in/index.ts';
import type { IsLibraryHidden } from '../photos/index.ts';
import type { Uploads } from '../uploads/index.ts';

export type Deps = Pick<Platform, 'db' | 'clock'> &
  // A code ends with the session that asked for it.
  Pick<SignInGate, 'isSessionOver'> & {
    uploads: Pick<Uploads, 'mountForPhones' | 'commitTransferred' | 'listArrivals' | 'findShown'>;
    isLibraryHidden: IsLibraryHidden;
    /** The secret from which the tokens of codes are derived, so that none is stored and a repeated request gets the same. */
    tokenSecret: string;
    /** Origins that serve pages; the first is PUBLIC_URL's. */
    origins: readonly [string, ...string[]];
    /** Whether only this machine can reach a host. */
    isLoopback(host: string): boolean;
  };
