import type { AppConfiguration } from '@keepsake/contracts';
import { createRemoteJWKSet, type JWTVerifyGetKey } from 'jose';
import * as z from 'zod';
import { Problem } from '../../../platform/problem.ts';

export type ProviderMetadata = NonNullable<AppConfiguration['identity']['metadata']>;

const address = z.url({ protocol: /^https?$/ });
const forTokens = z.object({ issuer: z.string(), jwks_uri: address });
const forPages = z.object({
  issuer: z.string(),
  authorization_endpoint: address,
  token_endpoint: address,
  end_session_endpoint: address.optional(),
});
type Found = { metadata: ProviderMetadata | undefined; keys: JWTVerifyGetKey };

const TIMEOUT_MS = 5_000;
/** After a failed discovery, requests get 'unavailable' for this long without another attempt. */
const RETRY_AFTER_MS = 2_000;

/**
 * The retailer's own provider by its discovery document, which is read when first needed and again after failures. `keys`
 * fetches keys again when a token names an unknown one, and throws the problem `unavailable` while the provider does not
 * answer. `metadata` is undefined until the document has been read, and begins to read it.
 */
export function findProvider(issuer: string) {
  let found: Promise<Found> | null = null;
  let metadata: ProviderMetadata | undefined;
  const drop = (failed: Promise<Found>) => {
    if (found === failed) found = null;
  };
  const begin = () => {
    const asked = discover(issuer);
    asked.then(
      (answer) => {
        metadata = answer.metadata;
      },
      () => setTimeout(drop, RETRY_AFTER_MS, asked).unref(),
    );
    return asked;
  };
  const find = () => {
    found ??= begin();
    return found;
  };
  const keys: JWTVerifyGetKey = async (header, token) => (await find()).keys(header, token);
  return {
    issuer,
    keys,
    metadata(): ProviderMetadata | undefined {
      if (!metadata) void find();
      return metadata;
    },
  };
}

async function discover(issuer: string): Promise<Found> {
  const url = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`;
  try {
    const answer = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS) });
    if (!answer.ok) throw new Error(`${url} answered ${answer.status}`);
    const document: unknown = await answer.json();
    const named = forTokens.parse(document);
    if (named.issuer.replace(/\/$/, '') !== issuer.replace(/\/$/, ''))
      throw new Error(`${url} names another issuer`);
    const options = { timeoutDuration: TIMEOUT_MS, cooldownDuration: 10_000 };
    return {
      metadata: forPages.safeParse(document).data,
      keys: createRemoteJWKSet(new URL(named.jwks_uri), options),
    };
  } catch (error) {
    throw new Problem('unavailable', { cause: error });
  }
}
