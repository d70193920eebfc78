import type { RenewalOutcome } from '#/shared/session.ts';
import { askByFetch, askInFrame, FrameTimeout } from './ask-provider.ts';
import { type OpenIdClient, ProviderRefusal } from './openid-client.ts';
import { syncRefreshTokens } from './rotations.ts';
import { hasExpired, type TokenSet, type TokenStore } from './token-store.ts';

const LOCK = 'keepsake.session-renewal';

/** On insecure origins there are no locks, and the renewal runs without one. */
function underLock<T>(work: () => Promise<T>): Promise<T> {
  return navigator.locks ? navigator.locks.request(LOCK, work) : work();
}

type RenewalMode = 'session' | 'refresh';

/**
 * Creates the function that renews the token, with at most one renewal at a time in this tab and, through a lock, in all tabs.
 * 'session' asks the provider silently (prompt=none), 'refresh' uses the refresh token.
 */
export function createRenewal(client: OpenIdClient, tokens: TokenStore, mode: RenewalMode) {
  const refresh = createRefresh(client, tokens);
  let running: Promise<RenewalOutcome> | null = null;

  async function renewOnce(wanted: string | undefined): Promise<RenewalOutcome> {
    const before = tokens.read();
    // Another tab renewed it while this one waited for the lock.
    if (before && before.access_token !== wanted && !hasExpired(before)) return 'renewed';
    const refresh_token = mode === 'refresh' ? before?.refresh_token : undefined;
    return before && refresh_token
      ? refresh({ ...before, refresh_token })
      : renewSilently({ client, tokens, mode });
  }

  return (): Promise<RenewalOutcome> => {
    const wanted = tokens.read()?.access_token;
    running ??= underLock(() => renewOnce(wanted)).finally(() => {
      running = null;
    });
    return running;
  };
}

/** Renews by a refresh token, which only one tab may use. */
function createRefresh(client: OpenIdClient, tokens: TokenStore) {
  const rotations = syncRefreshTokens(tokens);
  return async (before: TokenSet & { refresh_token: string }): Promise<RenewalOutcome> => {
    const { refresh_token } = before;
    if (await rotations.isUsedByOtherTab(refresh_token)) return 'renewed';
    try {
      const next = await client.refresh(before);
      tokens.write(next);
      rotations.announce(refresh_token, next);
      return 'renewed';
    } catch (error) {
      // What is no answer of the provider is a lost network, of which the page speaks.
      const outcome = outcomeOfFailure(error);
      const isReplaced = outcome === 'ended' && (await rotations.wasReplacedByOtherTab(refresh_token));
      return isReplaced ? 'renewed' : outcome;
    }
  };
}

type Renewed = { client: OpenIdClient; tokens: TokenStore; mode: RenewalMode };

/** Without a refresh token, only the provider's session can renew the token. */
async function renewSilently({ client, tokens, mode }: Renewed): Promise<RenewalOutcome> {
  const before = tokens.read();
  const ask = client.isAtOurAddress ? askByFetch : askInFrame;
  try {
    const url = await client.signInUrl({ kind: 'silent', parameters: { prompt: 'none' } });
    const next = (await client.finishSignIn(await ask(url))).tokens;
    if (before && next.profile.sub !== before.profile.sub) throw new ProviderRefusal('login_required');
    tokens.write(next);
    return 'renewed';
  } catch (error) {
    // The same.
    return mode === 'session' ? outcomeOfFailure(error) : outcomeOfFrame(client, error);
  }
}

/** Provider errors meaning that the session is over, or cannot be renewed, and the customer must sign in. */
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
 * Interprets a failed hidden frame: browsers without third-party cookies hide the customer from the provider, and a provider
 * that forbids framing never answers.
 */
async function outcomeOfFrame(client: OpenIdClient, error: unknown): Promise<RenewalOutcome> {
  if (error instanceof FrameTimeout) return (await isAway(client)) ? 'unreachable' : 'frame-refused';
  const outcome = outcomeOfFailure(error);
  return outcome === 'ended' ? 'frame-refused' : outcome;
}

/**
 * A frame that is blocked looks like a provider that is down, to which nobody should be redirected. Pages can always reach its
 * token endpoint, which sign-in requires, and usually its discovery document.
 */
async function isAway({ authority, clientId, findProvider }: OpenIdClient): Promise<boolean> {
  const answers = async (url: string, init?: RequestInit) => {
    const request = { ...init, cache: 'no-store', signal: AbortSignal.timeout(5_000) } as const;
    return fetch(url, request).then(
      ({ status }) => status < 500,
      () => false,
    );
  };
  if (await answers(`${authority}/.well-known/openid-configuration`)) return false;
  // A provider that cannot be found is away, which the page says.
  const provider = await findProvider().catch(() => undefined);
  const body = new URLSearchParams({ client_id: clientId });
  return !(provider?.token_endpoint && (await answers(provider.token_endpoint, { method: 'POST', body })));
}

/** Only an answer of the provider ends a session; a lost network, a 5xx or a 429 leaves it as it was. */
function outcomeOfFailure(error: unknown): 'ended' | 'unreachable' {
  return error instanceof ProviderRefusal && ENDED.has(error.code) ? 'ended' : 'unreachable';
}
