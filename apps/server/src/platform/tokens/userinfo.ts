import type { JWTPayload } from 'jose';
import type { Logger } from 'pino';
import * as z from 'zod';
import { createBoundedCache } from '../bounded-cache.ts';
import { CircuitOpen, createCircuitBreaker } from '../circuit-breaker.ts';
import { MINUTE_MS } from '../clock.ts';
import { readSentJson } from '../sent-json.ts';

/** What the provider's userinfo endpoint says about an access token's subject; null if it says nothing. */
export type AskUserinfo = (requested: {
  token: string;
  /** Identifies the token without revealing it. */
  digest: string;
}) => Promise<JWTPayload | null>;

const answer = z.looseObject({ sub: z.string() });

const TIMEOUT_MS = 3_000;
/** A token's answer, or the lack of one, is valid for this long: signing in again yields another token. */
const CACHE_MS = 10 * MINUTE_MS;

type Options = {
  /** Undefined if the provider names none. */
  findEndpoint: () => Promise<string | undefined>;
  log: Pick<Logger, 'info' | 'error'>;
  /** Milliseconds of a monotonic clock. */
  now?: () => number;
};

/**
 * Asks for claims that are in no token, once per token (OpenID Connect Core, 5.3). Nothing depends on the answer: providers may
 * refuse tokens for another audience, sign their answers, or be away. The caller compares `sub`.
 */
export function createUserinfo({ findEndpoint, log, now }: Options): AskUserinfo {
  const breaker = createCircuitBreaker({ service: 'userinfo endpoint', log, now });
  const requested = createBoundedCache<Promise<JWTPayload | null>>({ max: 10_000, lifetimeMs: CACHE_MS });
  async function ask(token: string): Promise<JWTPayload | null> {
    const endpoint = await findEndpoint();
    if (!endpoint) return null;
    const response = await breaker.call(() => request(endpoint, token));
    return response.ok ? (answer.safeParse(await readSentJson(response)).data ?? null) : null;
  }
  return ({ token, digest }) => {
    const existing = requested.get(digest);
    if (existing) return existing;
    const asking = ask(token).catch((error: unknown) => {
      // It was not asked: the next call of this customer may be luckier.
      if (error instanceof CircuitOpen) requested.delete(digest);
      return null;
    });
    requested.set(digest, asking);
    return asking;
  };
}

/** Throws if the endpoint answers that it cannot answer. */
async function request(endpoint: string, token: string): Promise<Response> {
  const response = await fetch(endpoint, {
    headers: { authorization: `Bearer ${token}`, accept: 'application/json' },
    signal: AbortSignal.timeout(TIMEOUT_MS),
    redirect: 'error',
  });
  if (response.status >= 500) throw new Error(`userinfo was answered ${response.status}`);
  return response;
}
