import { createLocalJWKSet, errors, type JWK, type JWTVerifyGetKey } from 'jose';
import type { Logger } from 'pino';
import * as z from 'zod';
import { HOUR_MS, MINUTE_MS, startStopwatch } from '../clock.ts';
import { Problem } from '../problem.ts';
import { readSentJson } from '../sent-json.ts';

const address = z.url({ protocol: /^https?$/ });

/** The fields we use of a discovery document. */
const discovered = z.object({
  issuer: z.string(),
  jwks_uri: address,
  authorization_endpoint: address.optional().catch(undefined),
  token_endpoint: address.optional().catch(undefined),
  end_session_endpoint: address.optional().catch(undefined),
  introspection_endpoint: address.optional().catch(undefined),
  userinfo_endpoint: address.optional().catch(undefined),
});
/** A key that a library will try: that it is of a kind is all that we need. */
const webKey = z.custom<JWK>((key) => z.object({ kty: z.string() }).safeParse(key).success);
export const keySet = z.object({ keys: z.array(webKey).max(100) });

export const providerDocuments = z.object({ discovery: discovered, jwks: keySet });
/** A provider's discovery document and its keys. */
export type ProviderDocuments = z.infer<typeof providerDocuments>;

/** Where documents are kept beyond the life of a process. */
export type StoredDocuments = {
  read(): Promise<ProviderDocuments | null>;
  write(documents: ProviderDocuments): Promise<void>;
};

type Options = {
  issuer: string;
  stored: StoredDocuments;
  log: Logger;
  /** Milliseconds of a monotonic clock. */
  now?: () => number;
};

/** Longest wait for an answer of the provider that a call cannot do without. */
export const PROVIDER_TIMEOUT_MS = 5_000;
/** Age after which documents are read again in the background. */
const REFRESH_MS = 10 * MINUTE_MS;
/** After a failure calls fail at once for this long, without another attempt. */
const RETRY_MS = 2_000;
/** Keys are not read again sooner for tokens that name unknown ones. */
const COOLDOWN_MS = 10_000;
const LOG_AGAIN_MS = HOUR_MS;

type Existing = ProviderDocuments & { keys: JWTVerifyGetKey };

/**
 * The keys of the retailer's own provider. A token that names an unknown key has the documents read again, once for all such
 * tokens. Throws the problem `unavailable` while they are needed and cannot be read.
 */
export function createProviderKeys({ now = startStopwatch(), ...options }: Options) {
  const documents = createDocuments({ ...options, now });
  const keys: JWTVerifyGetKey = async (header, token) => {
    const current = await documents.find();
    try {
      return await current.keys(header, token);
    } catch (error) {
      if (!(error instanceof errors.JWKSNoMatchingKey)) throw error;
      return (await documents.readAgain(error)).keys(header, token);
    }
  };
  return {
    keys,
    find: documents.find,
    /** The discovery document if it is known by now; otherwise requests it and returns undefined. */
    discovery(): ProviderDocuments['discovery'] | undefined {
      documents.find().catch(ignoreLogged);
      return documents.existing()?.discovery;
    },
  };
}

/** The documents: read when first needed, refreshed in the background, and still used while the provider is away. */
function createDocuments({ issuer, stored, log, now }: Required<Options>) {
  let existing: Existing | null = null;
  let pending: Promise<Existing> | null = null;
  const tries = followTries({ issuer, log, now });

  function load(): Promise<Existing> {
    pending ??= readDocuments(issuer)
      .then(keep, tries.fail)
      .finally(() => {
        pending = null;
      });
    return pending;
  }
  async function keep(documents: ProviderDocuments): Promise<Existing> {
    tries.succeed();
    existing = withKeys(documents);
    await stored.write(documents).catch((err: unknown) => log.warn({ err }, NOT_STORED));
    return existing;
  }
  async function findStored(error: unknown): Promise<Existing> {
    const documents = await stored.read().catch(() => null);
    if (!documents) throw error;
    existing ??= withKeys(documents);
    return existing;
  }
  return {
    existing: () => existing,
    async find(): Promise<Existing> {
      if (!existing && tries.failure() && tries.isWithin(RETRY_MS)) throw unavailable(tries.failure());
      if (!existing) return load().catch(findStored);
      if (!tries.isWithin(tries.failure() ? RETRY_MS : REFRESH_MS)) load().catch(ignoreLogged);
      return existing;
    },
    /** Throws the given error, or that the provider is away, if they were read a moment ago. */
    async readAgain(error: unknown): Promise<Existing> {
      if (pending || !tries.isWithin(COOLDOWN_MS)) return load();
      throw tries.failure() ? unavailable(tries.failure()) : error;
    },
  };
}

/** What failed was logged where it was tried, and is tried again. */
const ignoreLogged = () => undefined;

const NOT_STORED = 'keys of the provider were not kept';

/** When documents were read last, and why that failed if it did: logged when it begins to fail, every hour, and when it ends. */
function followTries({ issuer, log, now }: Pick<Required<Options>, 'issuer' | 'log' | 'now'>) {
  let failure: unknown = null;
  let triedAt = Number.NEGATIVE_INFINITY;
  let loggedAt = Number.NEGATIVE_INFINITY;
  return {
    failure: () => failure,
    isWithin: (ms: number) => now() - triedAt < ms,
    async fail(error: unknown): Promise<never> {
      failure = error;
      triedAt = now();
      if (now() - loggedAt > LOG_AGAIN_MS) {
        loggedAt = now();
        log.error({ issuer, reason: reasonOf(error) }, 'the identity provider does not answer');
      }
      throw unavailable(error);
    },
    succeed(): void {
      triedAt = now();
      if (failure) log.info({ issuer }, 'the identity provider answers again');
      failure = null;
      loggedAt = Number.NEGATIVE_INFINITY;
    },
  };
}

const withKeys = (documents: ProviderDocuments): Existing => ({
  ...documents,
  keys: createLocalJWKSet(documents.jwks),
});

async function readDocuments(issuer: string): Promise<ProviderDocuments> {
  const url = `${withoutSlash(issuer)}/.well-known/openid-configuration`;
  const discovery = discovered.parse(await readJson(url));
  if (withoutSlash(discovery.issuer) !== withoutSlash(issuer)) throw new Error(`${url} names another issuer`);
  return { discovery, jwks: keySet.parse(await readJson(discovery.jwks_uri)) };
}

async function readJson(url: string): Promise<unknown> {
  const answer = await fetch(url, { signal: AbortSignal.timeout(PROVIDER_TIMEOUT_MS) });
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}`);
  return readSentJson(answer);
}

const withoutSlash = (url: string) => url.replace(/\/$/, '');

/** What may be logged about a failure, without the answer itself. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  const cause = error.cause instanceof Error ? `: ${error.cause.message}` : '';
  return `${error.message.slice(0, 300)}${cause}`;
}

/** The provider is away, which says nothing about a token. */
export function unavailable(cause: unknown): Problem {
  return new Problem('unavailable', { cause, headers: { 'retry-after': '5' } });
}
