import type { JWTPayload } from 'jose';
import * as z from 'zod';
import { createBoundedCache } from '../bounded-cache.ts';
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

/**
 * Asks for claims that are in no token, once per token (OpenID Connect Core, 5.3). Nothing depends on the answer: providers may
 * refuse tokens for another audience, sign their answers, or be away. The caller compares `sub`.
 */
export function createUserinfo(findEndpoint: () => Promise<string | undefined>): AskUserinfo {
  const requested = createBoundedCache<Promise<JWTPayload | null>>({ max: 10_000, lifetimeMs: CACHE_MS });
  async function ask(token: string): Promise<JWTPayload | null> {
    const endpoint = await findEndpoint();
    if (!endpoint) return null;
    const response = await fetch(endpoint, {
      headers: { authorization: `Bearer ${token}`, accept: 'application/json' },
      signal: AbortSignal.timeout(TIMEOUT_MS),
      redirect: 'error',
    });
    return response.ok ? (answer.safeParse(await readSentJson(response)).data ?? null) : null;
  }
  return ({ token, digest }) => {
    const existing = requested.get(digest);
    if (existing) return existing;
    const asking = ask(token).catch(() => null);
    requested.set(digest, asking);
    return asking;
  };
}
