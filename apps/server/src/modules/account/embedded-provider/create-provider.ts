import { RECENT_SIGN_IN_SECONDS } from '@keepsake/contracts/platform/endpoint';
import { DAY_SECONDS, HOUR_SECONDS, MINUTE_SECONDS } from '@keepsake/contracts/platform/limits';
import type { Context, TokenSource } from 'oidc-provider';
import * as interactionPolicy from 'oidc-provider/lib/helpers/interaction_policy/index.js';
import { Provider } from 'oidc-provider/lib/provider.js';
import type { Clock } from '../../../platform/clock.ts';
import { ENROL_PROMPT } from '../security/index.ts';
import { accessTokenClaims, accountFinder, CLAIMS } from './claims.ts';
import type { Deps } from './deps.ts';
import { noteSessions } from './note-sessions.ts';
import { createOidcAdapter } from './oidc-adapter.ts';
import { SIGNING_ALGORITHM, type SigningKeys } from './signing-keys.ts';

/**
 * A session ends after being unused this long, or this long after its sign-in, in seconds. Nothing issued from it outlives it.
 */
const UNUSED_SESSION = 14 * DAY_SECONDS;
const LONGEST_SESSION = 90 * DAY_SECONDS;

/** Seconds. */
const TTL = {
  AuthorizationCode: MINUTE_SECONDS,
  IdToken: 10 * MINUTE_SECONDS,
  Interaction: HOUR_SECONDS,
  Grant: 14 * DAY_SECONDS,
  RefreshToken: 14 * DAY_SECONDS,
};

/** Pages that the provider shows itself, and where it sends customers who must act. */
export type ProviderPages = {
  interactionUrl(context: Context, interaction: { uid: string }): string;
  renderError(context: Context, out: { error: string; error_description?: string }, cause: Error): void;
  logoutSource(context: Context, form: string): void;
  postLogoutSuccessSource(context: Context): void;
};

type ProviderDeps = Deps & { keys: SigningKeys; cookieKey: string; pages: ProviderPages };

/** Configures oidc-provider: one public client, JWT access tokens for our API, no consent, rotated refresh tokens. */
export function createProvider(deps: ProviderDeps): Provider {
  const { db, publicUrl, pages } = deps;
  const origins = [new URL(publicUrl).origin, ...deps.brandOrigins];
  const ttl = { ...TTL, Session: secondsLeft(deps.clock), AccessToken: deps.accessTokenSeconds };
  const provider = new Provider(`${publicUrl}/oidc`, {
    adapter: createOidcAdapter(deps),
    jwks: deps.keys.jwks,
    clients: [webClient(deps.clientId, origins)],
    clientBasedCORS: (_context: Context, origin: string) => origins.includes(origin),
    claims: CLAIMS,
    findAccount: accountFinder(db),
    extraTokenClaims: accessTokenClaims(db),
    loadExistingGrant: loadGrant,
    issueRefreshToken: async (_context: Context, client: Context['oidc']['client'], source: TokenSource) =>
      client.grantTypeAllowed('refresh_token') && source.scopes.has('offline_access'),
    expiresWithSession: async () => true,
    rotateRefreshToken: true,
    interactions: { url: pages.interactionUrl, policy: prompts() },
    renderError: pages.renderError,
    responseTypes: ['code'],
    extraParams: ['channel', 'screen_hint'],
    cookies: cookies(deps.cookieKey, publicUrl),
    enabledJWA: { idTokenSigningAlgValues: [SIGNING_ALGORITHM] },
    pkce: { required: () => true },
    features: features(deps),
    ttl,
  });
  // The bridge drops the client's X-Forwarded-Proto and sets its own.
  provider.proxy = true;
  noteSessions(provider, deps);
  return provider;
}

function features({
  audience,
  accessTokenSeconds,
  pages,
}: Pick<ProviderDeps, 'audience' | 'accessTokenSeconds' | 'pages'>) {
  const { logoutSource, postLogoutSuccessSource } = pages;
  return {
    devInteractions: { enabled: false },
    pushedAuthorizationRequests: { enabled: false },
    userinfo: { enabled: false },
    rpInitiatedLogout: { enabled: true, logoutSource, postLogoutSuccessSource },
    resourceIndicators: {
      enabled: true,
      defaultResource: async () => audience,
      useGrantedResource: async () => true,
      getResourceServerInfo: async () => ({
        scope: '',
        audience,
        accessTokenTTL: accessTokenSeconds,
        accessTokenFormat: 'jwt',
        jwt: { sign: { alg: SIGNING_ALGORITHM } },
      }),
    },
  };
}

/**
 * Sign-in, or registration first with `prompt=create`. The app is the retailer's own, so `prompt=consent`, which refresh tokens
 * require, is accepted without asking. `prompt=create_passkey` leads to the page that creates a passkey, after a recent sign-in
 * (ADR 56).
 */
function prompts() {
  const policy = interactionPolicy.base();
  policy.get('consent').checks.clear();
  policy.add(new interactionPolicy.Prompt({ name: 'create', requestable: true }), 0);
  policy
    .get('login')
    .checks.add(
      new interactionPolicy.Check(
        'sign_in_too_old',
        'the sign-in is too old to add a passkey',
        'login_required',
        ({ oidc }: Context) => oidc.promptPending(ENROL_PROMPT) && oidc.session.past(RECENT_SIGN_IN_SECONDS),
      ),
    );
  policy.add(new interactionPolicy.Prompt({ name: ENROL_PROMPT, requestable: true }));
  return policy;
}

/** The one grant of a session, created when first needed. */
async function loadGrant({ oidc }: Context) {
  const existing = oidc.session.grantIdFor(oidc.client.clientId);
  const found = existing ? await oidc.provider.Grant.find(existing) : undefined;
  if (found || !oidc.account) return found;
  const grant = new oidc.provider.Grant({
    accountId: oidc.account.accountId,
    clientId: oidc.client.clientId,
  });
  grant.addOIDCScope('openid email profile offline_access');
  await grant.save();
  return grant;
}

/** Seconds left of a session, regardless of its use. */
function secondsLeft(clock: Clock) {
  return (_context: Context, { loginTs }: { loginTs?: number }): number => {
    const age = loginTs === undefined ? 0 : Math.floor(clock().getTime() / 1000) - loginTs;
    return Math.max(1, Math.min(UNUSED_SESSION, LONGEST_SESSION - age));
  };
}

/** Over https the prefix keeps other hosts of the domain from setting the session's cookie. */
function cookies(key: string, publicUrl: string) {
  const isSecure = publicUrl.startsWith('https:');
  const session = isSecure ? '__Host-keepsake_session' : 'keepsake_session';
  // These two belong to one path, which `__Host-` does not allow.
  const prefix = isSecure ? '__Secure-' : '';
  const options = { httpOnly: true, sameSite: 'lax', signed: true, overwrite: true };
  return {
    keys: [key],
    names: {
      session,
      interaction: `${prefix}keepsake_interaction`,
      resume: `${prefix}keepsake_resume`,
    },
    long: { ...options, path: '/' },
    short: options,
  };
}

/** Paths of the web app to which the provider redirects the browser. */
const SIGNED_IN_PATHS = ['/signed-in', '/silent-renew'];
export const SIGNED_OUT_PATH = '/logout';

/** The web app, the provider's only client: public, code with PKCE, redirects to its own origins only. */
function webClient(clientId: string, origins: readonly string[]) {
  return {
    client_id: clientId,
    application_type: 'web',
    token_endpoint_auth_method: 'none',
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    redirect_uris: origins.flatMap((origin) => SIGNED_IN_PATHS.map((path) => origin + path)),
    post_logout_redirect_uris: origins.map((origin) => origin + SIGNED_OUT_PATH),
    id_token_signed_response_alg: SIGNING_ALGORITHM,
  };
}
