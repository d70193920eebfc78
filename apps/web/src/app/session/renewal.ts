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
      const user = await manager.signinSilent({
        forceIframeAuth: mode === 'session',
        extraTokenParams: ALL_SCOPES,
      });
      if (user && spent) rotations.announce(spent, user);
      return user ? 'renewed' : 'ended';
    } catch (error) {
      const isByFrame = mode === 'refresh' && spent === undefined;
      return isByFrame ? outcomeOfFrame(manager, error) : outcomeOfFailure(error);
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

/**
 * A refresh token renews all that was granted. With the scopes of the access token named, a provider would return no new identity
 * token, and the claims would become stale; an empty list is refused by some.
 */
const ALL_SCOPES = { scope: undefined };

/** Errors of a provider that mean the session is over, or cannot be renewed, and the customer must sign in. */
const ENDED = new Set([
  'login_required',
  'interaction_required',
  'consent_required',
  'account_selection_required',
  'invalid_grant',
  'invalid_scope',
  'invalid_target',
  'unauthorized_client',
  'unsupported_grant_type',
]);

/**
 * Without a refresh token a hidden frame has to do, in which browsers without third-party cookies show the provider a stranger,
 * and which a provider that may not be framed never answers.
 */
async function outcomeOfFrame(manager: UserManager, error: unknown): Promise<RenewalOutcome> {
  if (error instanceof ErrorTimeout) return (await isAway(manager)) ? 'unreachable' : 'frame-refused';
  const outcome = outcomeOfFailure(error);
  return outcome === 'ended' ? 'frame-refused' : outcome;
}

/**
 * A frame that may not be shown looks like that of a provider that is away: nobody is led to one that does not answer. Pages can
 * always read its token endpoint, without which nobody could sign in, and mostly its discovery document, too.
 */
async function isAway({ settings, metadataService }: UserManager): Promise<boolean> {
  const answers = async (url: string, init?: RequestInit) => {
    const request = { ...init, cache: 'no-store', signal: AbortSignal.timeout(5_000) } as const;
    return fetch(url, request).then(
      ({ status }) => status < 500,
      () => false,
    );
  };
  if (await answers(`${settings.authority}/.well-known/openid-configuration`)) return false;
  const tokenEndpoint = await metadataService.getTokenEndpoint(true).catch(() => undefined);
  const body = new URLSearchParams({ client_id: settings.client_id });
  return !(tokenEndpoint && (await answers(tokenEndpoint, { method: 'POST', body })));
}

/** Only the provider's own answer ends a session; a lost network, a 5xx or a 429 leaves it as it was. */
function outcomeOfFailure(error: unknown): 'ended' | 'unreachable' {
  const isEnded = error instanceof ErrorResponse && ENDED.has(error.error ?? '');
  return isEnded ? 'ended' : 'unreachable';
}
