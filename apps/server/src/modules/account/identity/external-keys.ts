import { createRemoteJWKSet, type JWTVerifyGetKey } from 'jose';
import * as z from 'zod';
import { Problem } from '../../../platform/problem.ts';

const discovery = z.object({ issuer: z.string(), jwks_uri: z.url({ protocol: /^https?$/ }) });
const TIMEOUT_MS = 5_000;
/** After a failed discovery, requests are answered 'unavailable' for this long without asking again. */
const RETRY_AFTER_MS = 2_000;

/**
 * Keys of an external provider, found by discovery at first need and again after failures; fetched anew when a token
 * names an unknown key. Throws the problem `unavailable` while the provider does not answer.
 */
export function externalKeys(issuer: string, fetchDocument: typeof fetch = fetch): JWTVerifyGetKey {
  let found: Promise<JWTVerifyGetKey> | null = null;
  const forget = (failed: Promise<JWTVerifyGetKey>) => {
    if (found === failed) found = null;
  };
  const find = () => {
    found ??= discover(issuer, fetchDocument);
    const asked = found;
    asked.catch(() => setTimeout(forget, RETRY_AFTER_MS, asked).unref());
    return asked;
  };
  return async (header, token) => (await find())(header, token);
}

async function discover(issuer: string, fetchDocument: typeof fetch): Promise<JWTVerifyGetKey> {
  const url = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`;
  try {
    const answer = await fetchDocument(url, { signal: AbortSignal.timeout(TIMEOUT_MS) });
    if (!answer.ok) throw new Error(`${url} answered ${answer.status}`);
    const document = discovery.parse(await answer.json());
    if (document.issuer.replace(/\/$/, '') !== issuer.replace(/\/$/, ''))
      throw new Error(`${url} names another issuer`);
    return createRemoteJWKSet(new URL(document.jwks_uri), {
      timeoutDuration: TIMEOUT_MS,
      cooldownDuration: 10_000,
    });
  } catch (error) {
    throw new Problem('unavailable', { cause: error });
  }
}
