import { MINUTE_SECONDS } from '@keepsake/contracts/platform/limits';
import type { JWTPayload } from 'jose';
import type { Logger } from 'pino';
import * as z from 'zod';
import { CLOCK_SKEW_SECONDS, subjectOf } from '../auth.ts';
import { createBoundedCache } from '../bounded-cache.ts';
import { type CircuitBreaker, createCircuitBreaker } from '../circuit-breaker.ts';
import { type Clock, MINUTE_MS } from '../clock.ts';
import { readSentJson } from '../sent-json.ts';
import { PROVIDER_TIMEOUT_MS, unavailable } from './provider-keys.ts';

/** What the provider says about a token (RFC 7662); null for one that is not active. Throws the problem `unavailable`. */
export type Introspect = (token: string) => Promise<JWTPayload | null>;

type Options = {
  /** The provider's introspection endpoint; throws the problem `unavailable` while it is unknown. */
  findEndpoint: () => Promise<string>;
  clientId: string;
  clientSecret: string;
  clock: Clock;
  log: Logger;
};

const answer = z.looseObject({
  active: z.boolean(),
  sub: z.unknown().optional(),
  exp: z.number().optional(),
  nbf: z.number().optional(),
  token_use: z.string().optional(),
});

/** An inactive token never becomes active. */
const INACTIVE_CACHE_MS = MINUTE_MS;
/** For tokens without an expiry, how long one answer counts, in seconds. */
const DEFAULT_TTL_SECONDS = 5 * MINUTE_SECONDS;

/** Asks the provider about tokens that only it can read; concurrent questions about one token are joined. */
export function createIntrospection(options: Options): Introspect {
  const inactive = createBoundedCache<true>({ max: 10_000, lifetimeMs: INACTIVE_CACHE_MS });
  const requested = new Map<string, Promise<JWTPayload | null>>();
  const { clientId, clientSecret, clock, findEndpoint } = options;
  const breaker = createCircuitBreaker({ service: 'introspection endpoint', log: options.log });
  const credentials = Buffer.from(`${encodeForm(clientId)}:${encodeForm(clientSecret)}`).toString('base64');

  async function ask(token: string): Promise<JWTPayload | null> {
    const question = { token, credentials };
    const response = await post(await findEndpoint(), question, breaker);
    return claimsIn(await readSentJson(response).catch(() => null), Math.floor(clock().getTime() / 1000));
  }
  return async (token) => {
    if (inactive.get(token)) return null;
    const existing = requested.get(token);
    if (existing) return existing;
    const asking = ask(token).finally(() => requested.delete(token));
    requested.set(token, asking);
    const claims = await asking;
    if (!claims) inactive.set(token, true);
    return claims;
  };
}

type Question = { token: string; credentials: string };

async function post(
  endpoint: string,
  { token, credentials }: Question,
  breaker: CircuitBreaker,
): Promise<Response> {
  const response = await breaker
    .call(async () => {
      const answer = await fetch(endpoint, {
        method: 'POST',
        headers: { authorization: `Basic ${credentials}`, accept: 'application/json' },
        body: new URLSearchParams({ token, token_type_hint: 'access_token' }),
        signal: AbortSignal.timeout(PROVIDER_TIMEOUT_MS),
        redirect: 'error',
      });
      return requireAnswer(answer);
    })
    .catch((error: unknown) => {
      throw unavailable(error);
    });
  if (response.ok) return response;
  const isOurFault = response.status === 400 || response.status === 401 || response.status === 403;
  throw unavailable(
    new Error(
      isOurFault
        ? `the introspection endpoint refuses OIDC_API_CLIENT_ID: ${response.status}`
        : `introspection was answered ${response.status}`,
    ),
  );
}

/** Throws if a service answers that it cannot answer. */
function requireAnswer(response: Response): Response {
  if (response.status >= 500) throw new Error(`introspection was answered ${response.status}`);
  return response;
}

/** The claims of an access token that is active at a time in seconds. */
function claimsIn(body: unknown, now: number): JWTPayload | null {
  const notified = answer.safeParse(body);
  if (!notified.success) throw unavailable(new Error('the introspection endpoint talks nonsense'));
  const { active, exp, nbf, ...claims } = notified.data;
  const isOutOfTime =
    (exp !== undefined && exp + CLOCK_SKEW_SECONDS < now) ||
    (nbf !== undefined && nbf - CLOCK_SKEW_SECONDS > now);
  const sub = subjectOf(claims);
  if (!active || isOutOfTime || sub === null || claims.token_use === 'refresh_token') return null;
  return { ...claims, sub, exp: exp ?? now + DEFAULT_TTL_SECONDS };
}

/** The encoding that RFC 6749 (2.3.1) requires of names and secrets in a header. */
const encodeForm = (text: string) => new URLSearchParams([['', text]]).toString().slice(1);
