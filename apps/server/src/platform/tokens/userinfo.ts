import type { JWTPayload } from 'jose';
import * as z from 'zod';
import { createBoundedCache } from '../bounded-cache.ts';

/** What the provider says of an access token's subject at its userinfo endpoint; null where it says nothing. */
export type AskUserinfo = (asked: {
  token: string;
  /** Names the token without telling it. */
  digest: string;
}) => Promise<JWTPayload | null>;

const answer = z.looseObject({ sub: z.string() });

const TIMEOUT_MS = 3_000;
/** A token's answer, and that there is none, stands for this long: whoever signs in again has another token. */
const ANSWERED_MS = 10 * 60_000;

/**
 * Asks for claims that stand in no token, each token once (OpenID Connect Core, 5.3). Nothing depends on the answer: providers
 * may refuse tokens that are for another audience, sign what they say, or be away. The caller compares `sub`.
 */
export function createUserinfo(findEndpoint: () => Promise<string | undefined>): AskUserinfo {
  const asked = createBoundedCache<Promise<JWTPayload | null>>({ max: 10_000, lifetimeMs: ANSWERED_MS });
  async function ask(token: string): Promise<JWTPayload | null> {
    const endpoint = await findEndpoint();
    if (!endpoint) return null;
    const response = await fetch(endpoint, {
      headers: { authorization: `Bearer ${token}`, accept: 'application/json' },
      signal: AbortSignal.timeout(TIMEOUT_MS),
      redirect: 'error',
    });
    return response.ok ? (answer.safeParse(await response.json()).data ?? null) : null;
  }
  return ({ token, digest }) => {
    const known = asked.get(digest);
    if (known) return known;
    const asking = ask(token).catch(() => null);
    asked.set(digest, asking);
    return asking;
  };
}
