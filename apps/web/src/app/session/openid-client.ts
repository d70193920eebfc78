import { type AppConfiguration, TOKEN_ALGORITHMS } from '@keepsake/contracts';
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
import { SILENT_TIMEOUT_MS } from './ask-provider.ts';
import { findPending, keepPending, type SignInKind, takePending } from './pending-sign-ins.ts';
import type { TokenSet } from './token-store.ts';

/** What the provider itself answered instead of tokens; `code` is the protocol's, such as `login_required`. */
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
  /** What is asked for besides what every request asks for. */
  parameters?: RequestParameters;
};
/** By the protocol's names; those that are undefined are left out. */
export type RequestParameters = Record<string, string | number | undefined>;

export type OpenIdClient = ReturnType<typeof createOpenIdClient>;

/**
 * Speaks OpenID Connect with the provider of the configuration: authorisation code with PKCE, state and nonce, refresh tokens,
 * and sign-out. Throws a ProviderRefusal for the provider's own answers, and other errors for all that prevents one.
 */
export function createOpenIdClient({ identity, channel }: AppConfiguration) {
  const { origin } = window.location;
  const authority = new URL(identity.authority, origin).href.replace(/\/$/, '');
  // The provider's own answer brings the ID token, and clocks of computers may be hours wrong: what counts is `expires_in`.
  const client: Client = { client_id: identity.clientId, [clockTolerance]: Number.MAX_SAFE_INTEGER };
  const http = { [allowInsecureRequests]: authority.startsWith('http:') };
  // On a host of several brands only the channel tells the sign-in pages which one is asked for.
  const given: RequestParameters = { ...identity.parameters, channel };
  let discovered: AuthorizationServer | undefined;

  async function findProvider(): Promise<AuthorizationServer> {
    discovered ??= identity.metadata ?? (await discover(authority));
    return { ...discovered, id_token_signing_alg_values_supported: TOKEN_ALGORITHMS };
  }

  return {
    authority,
    clientId: identity.clientId,
    isAtOurAddress: new URL(authority).origin === origin,
    /** The provider by its discovery document, which is asked for where the configuration has none of it. */
    findProvider,

    /** The address that asks for a sign-in. What its answer needs is kept in this browser. */
    async signInUrl({ kind, returnTo, parameters }: SignInRequest): Promise<string> {
      const { authorization_endpoint } = await findProvider();
      const state = generateRandomState();
      const pending = {
        redirect_uri: `${origin}${kind === 'silent' ? '/silent-renew' : '/signed-in'}`,
        code_verifier: generateRandomCodeVerifier(),
        nonce: generateRandomNonce(),
      };
      const code_challenge = await calculatePKCECodeChallenge(pending.code_verifier);
      keepPending(state, { kind, returnTo, ...pending });
      return addressWith(authorization_endpoint, {
        ...given,
        client_id: identity.clientId,
        redirect_uri: pending.redirect_uri,
        response_type: 'code',
        scope: identity.scope,
        state,
        nonce: pending.nonce,
        code_challenge,
        code_challenge_method: 'S256',
        ...parameters,
      });
    },

    /** Which request the address that the provider leads to answers; null for none begun here, and for a finished one. */
    answeredKind: (answer: string): SignInKind | null => findPending(stateOf(answer))?.kind ?? null,

    /** Fetches the tokens that the address which the provider leads to is good for: once. */
    async finishSignIn(answer: string): Promise<{ tokens: TokenSet; returnTo?: string }> {
      const provider = await findProvider();
      const state = stateOf(answer);
      const pending = takePending(state);
      if (!pending || state === null) throw new Error('This sign-in was not begun here, or is finished');
      try {
        const { redirect_uri, code_verifier, nonce } = pending;
        const code = validateAuthResponse(provider, client, new URL(answer), state);
        const response = await authorizationCodeGrantRequest(
          provider,
          client,
          None(),
          code,
          redirect_uri,
          code_verifier,
          http,
        );
        const expected = { expectedNonce: nonce, requireIdToken: true };
        const granted = await processAuthorizationCodeResponse(provider, client, response, expected);
        return { tokens: readTokens(granted), returnTo: pending.returnTo };
      } catch (error) {
        throw asRefusal(error);
      }
    },

    /** Spends the refresh token; what the answer does not have anew stays. */
    async refresh(tokens: TokenSet & { refresh_token: string }): Promise<TokenSet> {
      const provider = await findProvider();
      try {
        const response = await refreshTokenGrantRequest(provider, client, None(), tokens.refresh_token, {
          ...http,
          signal: AbortSignal.timeout(SILENT_TIMEOUT_MS),
        });
        const next = readTokens(await processRefreshTokenResponse(provider, client, response), tokens);
        if (next.profile.sub !== tokens.profile.sub)
          throw new Error('The provider answered with another customer');
        return next;
      } catch (error) {
        throw asRefusal(error);
      }
    },

    /** The address that ends the session at the provider, which leads back to `/logout`. Throws where it has none. */
    async signOutUrl(idToken: string | undefined): Promise<string> {
      const { end_session_endpoint } = await findProvider();
      return addressWith(end_session_endpoint, {
        ...given,
        ...(idToken ? { id_token_hint: idToken } : { client_id: identity.clientId }),
        post_logout_redirect_uri: `${origin}/logout`,
      });
    },
  };
}

async function discover(authority: string): Promise<AuthorizationServer> {
  const answer = await fetch(`${authority}/.well-known/openid-configuration`);
  if (!answer.ok) throw new Error(`The provider answered ${answer.status}`);
  const found: AuthorizationServer = await answer.json();
  if (found.issuer?.replace(/\/$/, '') !== authority) throw new Error('The provider names another issuer');
  return found;
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
