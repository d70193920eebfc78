import type { AppConfiguration } from '@keepsake/contracts/frame/configuration';
import { TOKEN_ALGORITHMS } from '@keepsake/contracts/platform/start-of-page';
import {
  AuthorizationResponseError,
  type AuthorizationServer,
  allowInsecureRequests,
  authorizationCodeGrantRequest,
  type Client,
  calculatePKCECodeChallenge,
  clockTolerance,
  generateRandomCodeVerifier,
  generateRandomNonce,
  generateRandomState,
  getValidatedIdTokenClaims,
  None,
  processAuthorizationCodeResponse,
  processRefreshTokenResponse,
  ResponseBodyError,
  refreshTokenGrantRequest,
  type TokenEndpointResponse,
  validateAuthResponse,
} from 'oauth4webapi';
import { fieldsOf, isOptionalText, readJson } from '#/shared/json.ts';
import { SILENT_TIMEOUT_MS } from './ask-provider.ts';
import { findPending, keepPending, type SignInKind, takePending } from './pending-sign-ins.ts';
import type { TokenSet } from './token-store.ts';

/** The provider answered with an error instead of tokens; `code` is the protocol's, such as `login_required`. */
export class ProviderRefusal extends Error {
  readonly code: string;
  constructor(code: string, description?: string) {
    super(description || code);
    this.code = code;
  }
}

type SignInRequest = {
  kind: SignInKind;
  returnTo?: string;
  /** Parameters in addition to those of every request. */
  parameters?: RequestParameters;
};
/** By protocol name; undefined ones are left out. */
export type RequestParameters = Record<string, string | number | undefined>;

export type OpenIdClient = ReturnType<typeof createOpenIdClient>;

/**
 * OpenID Connect client for the configured provider: authorisation code flow with PKCE, state and nonce, refresh tokens, and
 * sign-out. Throws a ProviderRefusal for errors returned by the provider, and other errors if there is no valid answer.
 */
export function createOpenIdClient(configuration: AppConfiguration) {
  const provider = providerOf(configuration);
  const { authority, client, findProvider } = provider;
  return {
    authority,
    clientId: client.client_id,
    isAtOurAddress: new URL(authority).origin === window.location.origin,
    findProvider,
    /** Returns the address that starts a sign-in, and stores in this browser what its answer needs. */
    signInUrl: (request: SignInRequest) => startSignIn(provider, request),
    /** The kind of request that a redirect address answers; null if it was not started here or is already completed. */
    answeredKind: (answer: string): SignInKind | null => findPending(stateOf(answer))?.kind ?? null,
    /** Exchanges a redirect address for tokens; works once per address. */
    finishSignIn: (answer: string) => finishSignIn(provider, answer),
    /** Uses the refresh token; values missing from the response are kept. */
    refresh: (tokens: TokenSet & { refresh_token: string }) => refresh(provider, tokens),

    /** The address that ends the session at the provider, which redirects to `/logout`. Throws if the provider has none. */
    async signOutUrl(idToken: string | undefined): Promise<string> {
      const { end_session_endpoint } = await findProvider();
      return addressWith(end_session_endpoint, {
        ...provider.parameters,
        ...(idToken ? { id_token_hint: idToken } : { client_id: client.client_id }),
        post_logout_redirect_uri: `${window.location.origin}/logout`,
      });
    },
  };
}

type Provider = ReturnType<typeof providerOf>;

/** The configured provider, and what every request to it contains. */
function providerOf({ identity, channel }: AppConfiguration) {
  const authority = new URL(identity.authority, window.location.origin).href.replace(/\/$/, '');
  let discovered: AuthorizationServer | undefined;
  return {
    authority,
    // Disables checks against the local clock, which may be hours off: the ID token comes directly from the provider, and only
    // `expires_in` counts.
    client: { client_id: identity.clientId, [clockTolerance]: Number.MAX_SAFE_INTEGER } satisfies Client,
    http: { [allowInsecureRequests]: authority.startsWith('http:') },
    scope: identity.scope,
    // On a host with several brands, the channel is the only way for the sign-in pages to know the brand.
    parameters: { ...identity.parameters, channel } satisfies RequestParameters,
    /** The provider's metadata, from its discovery document unless it is part of the configuration. */
    async findProvider(): Promise<AuthorizationServer> {
      discovered ??= identity.metadata ?? (await discover(authority));
      return { ...discovered, id_token_signing_alg_values_supported: TOKEN_ALGORITHMS };
    },
  };
}

async function startSignIn(
  provider: Provider,
  { kind, returnTo, parameters }: SignInRequest,
): Promise<string> {
  const { authorization_endpoint } = await provider.findProvider();
  const state = generateRandomState();
  const pending = {
    redirect_uri: `${window.location.origin}${kind === 'silent' ? '/silent-renew' : '/signed-in'}`,
    code_verifier: generateRandomCodeVerifier(),
    nonce: generateRandomNonce(),
  };
  const code_challenge = await calculatePKCECodeChallenge(pending.code_verifier);
  keepPending(state, { kind, returnTo, ...pending });
  return addressWith(authorization_endpoint, {
    ...provider.parameters,
    client_id: provider.client.client_id,
    redirect_uri: pending.redirect_uri,
    response_type: 'code',
    scope: provider.scope,
    state,
    nonce: pending.nonce,
    code_challenge,
    code_challenge_method: 'S256',
    ...parameters,
  });
}

async function finishSignIn(
  { client, http, findProvider }: Provider,
  answer: string,
): Promise<{ tokens: TokenSet; returnTo?: string }> {
  const server = await findProvider();
  const state = stateOf(answer);
  const pending = takePending(state);
  if (!pending || state === null) throw new Error('This sign-in was not begun here, or is finished');
  const { redirect_uri, code_verifier, nonce, returnTo } = pending;
  try {
    const code = validateAuthResponse(server, client, new URL(answer), state);
    const response = await authorizationCodeGrantRequest(
      server,
      client,
      None(),
      code,
      redirect_uri,
      code_verifier,
      http,
    );
    const expected = { expectedNonce: nonce, requireIdToken: true };
    const granted = await processAuthorizationCodeResponse(server, client, response, expected);
    return { tokens: readTokens(granted), returnTo };
  } catch (error) {
    throw asRefusal(error);
  }
}

async function refresh(
  { client, http, findProvider }: Provider,
  tokens: TokenSet & { refresh_token: string },
): Promise<TokenSet> {
  const server = await findProvider();
  try {
    const signal = AbortSignal.timeout(SILENT_TIMEOUT_MS);
    const response = await refreshTokenGrantRequest(server, client, None(), tokens.refresh_token, {
      ...http,
      signal,
    });
    const next = readTokens(await processRefreshTokenResponse(server, client, response), tokens);
    if (next.profile.sub !== tokens.profile.sub)
      throw new Error('The provider answered with another customer');
    return next;
  } catch (error) {
    throw asRefusal(error);
  }
}

async function discover(authority: string): Promise<AuthorizationServer> {
  const answer = await fetch(`${authority}/.well-known/openid-configuration`);
  if (!answer.ok) throw new Error(`The provider answered ${answer.status}`);
  const found = await readJson(answer);
  if (!isDiscovered(found)) throw new Error('The provider sent no discovery document');
  if (found.issuer.replace(/\/$/, '') !== authority) throw new Error('The provider names another issuer');
  return found;
}

function isDiscovered(value: unknown): value is AuthorizationServer {
  const { issuer, authorization_endpoint, token_endpoint, end_session_endpoint } = fieldsOf(value);
  const endpoints = [authorization_endpoint, token_endpoint, end_session_endpoint];
  return typeof issuer === 'string' && endpoints.every(isOptionalText);
}

function addressWith(endpoint: string | undefined, parameters: RequestParameters): string {
  if (!endpoint) throw new Error('The provider names no address for this');
  const url = new URL(endpoint);
  for (const [name, value] of Object.entries(parameters))
    if (value !== undefined) url.searchParams.set(name, String(value));
  return url.href;
}

const stateOf = (answer: string) => new URL(answer).searchParams.get('state');

function readTokens(granted: TokenEndpointResponse, before?: TokenSet): TokenSet {
  const { access_token, id_token, refresh_token, expires_in } = granted;
  const profile = getValidatedIdTokenClaims(granted) ?? before?.profile;
  if (!profile) throw new Error('The provider sent no ID token');
  return {
    access_token,
    id_token: id_token ?? before?.id_token,
    refresh_token: refresh_token ?? before?.refresh_token,
    expires_at: expires_in === undefined ? undefined : Math.floor(Date.now() / 1_000 + expires_in),
    profile,
  };
}

function asRefusal(error: unknown): unknown {
  const isRefusal = error instanceof AuthorizationResponseError || error instanceof ResponseBodyError;
  return isRefusal ? new ProviderRefusal(error.error, error.error_description) : error;
}
