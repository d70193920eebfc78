import { ErrorResponse, ErrorTimeout, type UserManager } from 'oidc-client-ts';
import type { RenewalOutcome } from '#/shared/session.ts';
import { shareRotations } from './rotations.ts';

const LOCK = 'keepsake.session-renewal';

/** Without locks (on an insecure origin) it renews all the same. */
function underLock<T>(work: () => Promise<T>): Promise<T> {
  return navigator.locks ? navigator.locks.request(LOCK, work) : work();
}

/**
 * Creates the function that renews the token: one renewal at a time in this tab and, by a lock, in all tabs.
 * 'session' asks the provider in a hidden frame (prompt=none), 'refresh' spends the refresh token.
 */
export function createRenewal(manager: UserManager, mode: 'session' | 'refresh') {
  const rotations = shareRotations(manager);
  let running: Promise<RenewalOutcome> | null = null;

  async function renewOnce(wanted: string | undefined): Promise<RenewalOutcome> {
    const before = await manager.getUser();
    // Another tab renewed it while we waited for the lock.
    if (before && before.access_token !== wanted && !before.expired) return 'renewed';
    const token = mode === 'refresh' ? before?.refresh_token : undefined;
    if (!token) return askProvider();
    if (await rotations.isSpentElsewhere(token)) return 'renewed';
    const outcome = await askProvider(token);
    return outcome === 'ended' && (await rotations.isTakenOver(token)) ? 'renewed' : outcome;
  }

  async function askProvider(spent?: string): Promise<RenewalOutcome> {
    try {
      const user = await manager.signinSilent({ forceIframeAuth: mode === 'session' });
      if (user && spent) rotations.announce(spent, user);
      return user ? 'renewed' : 'ended';
    } catch (error) {
      const isByFrame = mode === 'refresh' && spent === undefined;
      return isByFrame && isFrameRefused(error) ? 'frame-refused' : outcomeOfFailure(error);
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

/** Errors of a provider that mean the session is over and the customer must sign in. */
const ENDED = new Set([
  'login_required',
  'interaction_required',
  'consent_required',
  'account_selection_required',
  'invalid_grant',
]);

/**
 * Without a refresh token a hidden frame has to do, in which browsers without third-party cookies show the provider a stranger,
 * and which a provider that may not be framed never answers.
 */
function isFrameRefused(error: unknown): boolean {
  return error instanceof ErrorTimeout || outcomeOfFailure(error) === 'ended';
}

/** Only the provider's own answer ends a session; a lost network, a 5xx or a 429 leaves it as it was. */
function outcomeOfFailure(error: unknown): 'ended' | 'unreachable' {
  const isEnded = error instanceof ErrorResponse && ENDED.has(error.error ?? '');
  return isEnded ? 'ended' : 'unreachable';
}
