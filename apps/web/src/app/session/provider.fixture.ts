import type { AppConfiguration } from '@keepsake/contracts/frame/configuration';
import { vi } from 'vitest';

/** The origin of the page, and its provider. */
export const ORIGIN = 'http://localhost:3000';
const ISSUER = `${ORIGIN}/oidc`;

export const metadata = {
  issuer: ISSUER,
  authorization_endpoint: `${ISSUER}/auth`,
  token_endpoint: `${ISSUER}/token`,
  end_session_endpoint: `${ISSUER}/session/end`,
};

/** Configuration of a page at the provider's own address, with optional changes. */
export const configurationWith = (identity: Partial<AppConfiguration['identity']> = {}) =>
  ({
    channel: 'pennyfern',
    identity: {
      authority: '/oidc',
      clientId: 'web',
      scope: 'openid',
      renewal: 'session',
      metadata,
      ...identity,
    },
  }) as AppConfiguration;

type Started = { challenge: string; redirectUri: string; nonce: string };
type Answer = (url: URL, init?: RequestInit) => Response | Promise<Response>;

const base64url = (text: string | ArrayBuffer) => Buffer.from(text as string).toString('base64url');

/** Gives the test a browser of its own, where pages of other tests hear nothing; channels reach a whole process. */
function openBrowser(): void {
  const name = crypto.randomUUID();
  const Channel = class extends BroadcastChannel {
    constructor(channel: string) {
      super(`${name} ${channel}`);
    }
  };
  vi.stubGlobal('BroadcastChannel', Channel);
}

/**
 * An OpenID Connect provider that follows the standard and whose answers can be spoilt. It receives the page's `fetch` calls
 * and the addresses to which windows are navigated. ID tokens have a signature that cannot be verified, since pages do not
 * verify it.
 */
export function startProvider() {
  openBrowser();
  const started = new Map<string, Started>();
  let issued = 0;
  const provider = {
    claims: { sub: 'customer-1', email: 'anna@example.com', identity_type: 'consumer' } as Record<
      string,
      unknown
    >,
    /** Protocol error with which it answers every sign-in request. */
    refusal: null as string | null,
    /** Protocol error with which it answers every token request. */
    tokenRefusal: null as string | null,
    /** Token lifetime in seconds; null to omit it. */
    lifetime: 300 as number | null,
    rotates: true,
    /** Parameters of the sign-in requests. */
    requested: [] as URLSearchParams[],
    /** Bodies of the token requests. */
    spent: [] as URLSearchParams[],
    /** Replacement answers, by path. */
    instead: {} as Record<string, Answer>,
    /** The address to which it redirects a request to this address. */
    lead,
    tokensFor,
  };

  function lead(address: string): string {
    const query = new URL(address).searchParams;
    provider.requested.push(query);
    const back = new URL(query.get('redirect_uri') ?? '');
    back.searchParams.set('state', query.get('state') ?? '');
    back.searchParams.set('iss', ISSUER);
    if (provider.refusal) back.searchParams.set('error', provider.refusal);
    else {
      const code = `code-${++issued}`;
      back.searchParams.set('code', code);
      started.set(code, {
        challenge: query.get('code_challenge') ?? '',
        redirectUri: query.get('redirect_uri') ?? '',
        nonce: query.get('nonce') ?? '',
      });
    }
    return back.href;
  }

  function tokensFor(claims: Record<string, unknown> = {}) {
    const now = Math.floor(Date.now() / 1_000);
    const standard = { iss: ISSUER, aud: 'web', iat: now, exp: now + 600 };
    const parts = [{ alg: 'ES256' }, { ...standard, ...provider.claims, ...claims }];
    return {
      access_token: `token-${++issued}`,
      id_token: [...parts.map((part) => base64url(JSON.stringify(part))), 'unsigned'].join('.'),
      token_type: 'Bearer',
      ...(provider.lifetime !== null && { expires_in: provider.lifetime }),
      ...(provider.rotates && { refresh_token: `refresh-${issued}` }),
    };
  }

  async function giveTokens(body: URLSearchParams): Promise<Response> {
    provider.spent.push(body);
    const refuse = (error: string) => Response.json({ error }, { status: 400 });
    if (provider.tokenRefusal) return refuse(provider.tokenRefusal);
    if (body.get('grant_type') === 'refresh_token') return Response.json(tokensFor());
    const code = body.get('code') ?? '';
    const found = started.get(code);
    started.delete(code);
    const digest = await crypto.subtle.digest(
      'SHA-256',
      new TextEncoder().encode(body.get('code_verifier') ?? ''),
    );
    const isRight = found?.challenge === base64url(digest) && found.redirectUri === body.get('redirect_uri');
    return isRight ? Response.json(tokensFor({ nonce: found.nonce })) : refuse('invalid_grant');
  }

  vi.stubGlobal('fetch', async (address: string, init?: RequestInit) => {
    const url = new URL(address, ORIGIN);
    const instead = provider.instead[url.pathname];
    if (instead) return instead(url, init);
    if (url.pathname === '/oidc/token') return giveTokens(init?.body as URLSearchParams);
    if (url.pathname === '/oidc/.well-known/openid-configuration') return Response.json(metadata);
    if (url.pathname !== '/oidc/auth') return Response.json({}, { status: 404 });
    const answer = Response.json({});
    const led = { redirected: { value: true }, url: { value: lead(url.href) } };
    return Object.defineProperties(answer, led);
  });
  return provider;
}
