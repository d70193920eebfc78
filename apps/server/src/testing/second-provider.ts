import { createServer } from 'node:http';
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose';
import { Provider } from 'oidc-provider/lib/provider.js';
import * as client from 'openid-client';
import { openBrowser } from '../modules/account/sign-in/browser.fixture.ts';

const CLIENT_ID = 'shop-app';
const AUDIENCE = 'https://api.shop.example';
const API_CLIENT = { client_id: 'keepsake-api', client_secret: 'a secret of the server & nobody else' };

type Options = {
  /** Address of the installation whose pages sign in here. */
  appUrl: string;
  /** Further origins at which its pages sign in, such as the hosts of its brands. */
  brandOrigins?: readonly string[];
  /** Format of access tokens; by default JWTs of type at+jwt. */
  accessTokens?: 'jwt' | 'opaque' | 'type JWT';
  audience?: string;
  algorithm?: 'RS256' | 'ES256' | 'PS256';
  /** Claims in access tokens; all others are only in the ID token. */
  inAccessToken?: readonly string[];
};

/** What can be changed while it runs, for tokens issued from then on. */
type Behaviour = { audience: string; accessTokenSeconds: number; hasRefreshTokens: boolean };

/**
 * A provider that a stranger has set up: real OpenID Connect, with its own names for claims, which knows us only as a client and
 * an audience. People sign in by their name on its own pages.
 */
export async function startSecondProvider({
  appUrl,
  brandOrigins = [],
  accessTokens = 'jwt',
  audience = AUDIENCE,
  algorithm = 'RS256',
  inAccessToken = [],
}: Options) {
  const people = new Map<string, JWTPayload>();
  const behaviour: Behaviour = { audience, accessTokenSeconds: 600, hasRefreshTokens: true };
  const origins = [appUrl, ...brandOrigins];
  const pair = await generateKeyPair(algorithm, { extractable: true });
  const jwk = { ...(await exportJWK(pair.privateKey)), kid: 'first', alg: algorithm, use: 'sig' };
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const port = (server.address() as { port: number }).port;
  const issuer = `http://127.0.0.1:${port}`;
  const notified = (sub: string, names: readonly string[]) =>
    Object.fromEntries(Object.entries(people.get(sub) ?? {}).filter(([name]) => names.includes(name)));
  const provider = new Provider(issuer, {
    jwks: { keys: [jwk] },
    clients: [appClient(origins, algorithm), { ...API_CLIENT, ...NO_GRANTS }],
    cookies: { keys: ['a key of the second provider'] },
    // Claims may have any name.
    claims: { openid: ['sub', 'sid', 'auth_time', ...CLAIMS] },
    conformIdTokenClaims: false,
    enabledJWA: { idTokenSigningAlgValues: [algorithm] },
    findAccount: async (_context: unknown, sub: string) => ({
      accountId: sub,
      claims: async () => ({ sub, ...people.get(sub) }),
    }),
    extraTokenClaims: async ({ oidc }: SecondContext, token: { accountId: string }) => ({
      ...notified(token.accountId, inAccessToken),
      ...(inAccessToken.includes('sid') && {
        sid: (oidc.entities.AuthorizationCode ?? oidc.entities.RefreshToken)?.sid,
      }),
    }),
    issueRefreshToken: async () => behaviour.hasRefreshTokens,
    clientBasedCORS: (_context: unknown, origin: string) => origins.includes(origin),
    ttl: {
      AccessToken: () => behaviour.accessTokenSeconds,
      Grant: 3_600,
      IdToken: 600,
      Interaction: 600,
      RefreshToken: 3_600,
      Session: 3_600,
    },
    // The library's own guard refuses addresses of this machine.
    fetch: (url: URL, { method, body, headers, signal }: RequestInit) =>
      globalThis.fetch(url, { method, body, headers, signal } as RequestInit),
    formats: {
      customizers: {
        async jwt(_context: unknown, _token: unknown, parts: { header?: Record<string, unknown> }) {
          if (accessTokens === 'type JWT') parts.header = { ...parts.header, typ: 'JWT' };
          return parts;
        },
      },
    },
    features: {
      backchannelLogout: { enabled: true },
      introspection: { enabled: true, allowedPolicy: async () => true },
      resourceIndicators: {
        enabled: true,
        defaultResource: async () => behaviour.audience,
        useGrantedResource: async () => true,
        getResourceServerInfo: async () => ({
          scope: '',
          audience: behaviour.audience,
          accessTokenFormat: accessTokens === 'opaque' ? 'opaque' : 'jwt',
          jwt: { sign: { alg: algorithm } },
        }),
      },
    },
  });
  let isAway = false;
  const handle = provider.callback();
  server.on('request', (request, response) =>
    isAway ? response.writeHead(503).end() : handle(request, response),
  );

  /** Signs a person in as a browser would, through the provider's pages. */
  async function signIn(sub: string, claims: JWTPayload = {}) {
    people.set(sub, claims);
    const config = await client.discovery(new URL(issuer), CLIENT_ID, undefined, client.None(), {
      execute: [client.allowInsecureRequests],
    });
    const verifier = client.randomPKCECodeVerifier();
    const url = client.buildAuthorizationUrl(config, {
      redirect_uri: `${appUrl}/signed-in`,
      scope: 'openid email profile offline_access',
      prompt: 'consent',
      code_challenge: await client.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
    });
    const browser = openBrowser(issuer);
    let page = await browser.open(url.href);
    for (let forms = 0; forms < 2 && page.text.includes('<form'); forms++)
      page = await browser.submit(page, { login: sub, password: 'any' });
    const tokens = await client.authorizationCodeGrant(config, new URL(page.url), {
      pkceCodeVerifier: verifier,
    });
    return {
      tokens,
      /** Signs out at the provider, which notifies us by back-channel logout. */
      async signOut() {
        const requested = await browser.open(
          client.buildEndSessionUrl(config, { id_token_hint: tokens.id_token ?? '' }).href,
        );
        await browser.submit(requested, { logout: 'yes' });
      },
    };
  }
  return {
    issuer,
    clientId: CLIENT_ID,
    settings: { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: CLIENT_ID, OIDC_AUDIENCE: AUDIENCE },
    apiSettings: {
      OIDC_API_CLIENT_ID: API_CLIENT.client_id,
      OIDC_API_CLIENT_SECRET: API_CLIENT.client_secret,
    },
    signIn,
    /** Sets a person's claims from now on. */
    describe: (sub: string, claims: JWTPayload) => void people.set(sub, claims),
    change: (changed: Partial<Behaviour>) => void Object.assign(behaviour, changed),
    /** Signs claims that the provider itself would not. */
    sign: (claims: JWTPayload, typ = 'logout+jwt') =>
      new SignJWT({ iss: issuer, aud: CLIENT_ID, ...claims })
        .setProtectedHeader({ alg: algorithm, kid: jwk.kid, typ })
        .sign(pair.privateKey),
    /** Makes it unreachable, or reachable again. */
    setAway(away: boolean) {
      isAway = away;
    },
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

type Granted = { sid?: string };
type SecondContext = { oidc: { entities: { AuthorizationCode?: Granted; RefreshToken?: Granted } } };

/** Claims by which a stranger's provider may describe people. */
const CLAIMS = [
  'email',
  'email_verified',
  'name',
  'mail',
  'mail_state',
  'display_name',
  'country',
  'https://shop.example/brand',
  'lang',
];

const NO_GRANTS = { redirect_uris: [], response_types: [], grant_types: [] };

function appClient(origins: readonly string[], algorithm: string) {
  return {
    client_id: CLIENT_ID,
    token_endpoint_auth_method: 'none',
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    redirect_uris: origins.flatMap((origin) => [`${origin}/signed-in`, `${origin}/silent-renew`]),
    post_logout_redirect_uris: origins.map((origin) => `${origin}/logout`),
    id_token_signed_response_alg: algorithm,
    backchannel_logout_uri: `${origins[0]}/backchannel-logout`,
    backchannel_logout_session_required: true,
  };
}
