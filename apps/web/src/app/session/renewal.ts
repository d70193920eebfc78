import { User, type UserManager } from 'oidc-client-ts';
import type { RenewalOutcome } from '#/shared/session/session.ts';
import { outcomeOfFailure } from './renewal-outcome.ts';

const LOCK = 'keepsake.session-renewal';

/** Where tabs tell each other of renewed refresh tokens: a duplicated tab holds a copy of the same token. */
const CHANNEL = 'keepsake.session-renewal';
type Rotation = { spent: string; user: string };

/** Browsers without locks (an insecure origin) renew without: better than not at all. */
function underLock<T>(work: () => Promise<T>): Promise<T> {
  return navigator.locks ? navigator.locks.request(LOCK, work) : work();
}

/**
 * Makes the function that renews the token: one renewal at a time in this tab and, by a lock, in all tabs.
 * 'session' asks the provider in a hidden frame (prompt=none), 'refresh' spends the refresh token.
 */
export function createRenewal(manager: UserManager, mode: 'session' | 'refresh') {
  const channel = new BroadcastChannel(CHANNEL);
  let running: Promise<RenewalOutcome> | null = null;

  channel.onmessage = async ({ data }: MessageEvent<Rotation>) => {
    const user = await manager.getUser();
    if (user?.refresh_token !== data.spent) return;
    await manager.storeUser(User.fromStorageString(data.user));
    await manager.getUser(true);
  };

  async function renewOnce(wanted: string | undefined): Promise<RenewalOutcome> {
    const before = await manager.getUser();
    // Another tab renewed our copy while we waited for the lock.
    if (before && before.access_token !== wanted && !before.expired) return 'renewed';
    try {
      const user = await manager.signinSilent({ forceIframeAuth: mode === 'session' });
      const spent = before?.refresh_token;
      if (user && spent) channel.postMessage({ spent, user: user.toStorageString() } satisfies Rotation);
      return user ? 'renewed' : 'ended';
    } catch (error) {
      return outcomeOfFailure(error);
    }
  }

  return (): Promise<RenewalOutcome> => {
    running ??= manager
      .getUser()
      .then((user) => underLock(() => renewOnce(user?.access_token)))
      .finally(() => {
        running = null;
      });
    return running;
  };
}
