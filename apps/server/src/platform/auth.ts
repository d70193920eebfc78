import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { B2B_CLAIM, type ServiceScope } from '@keepsake/contracts';
import { errors, type JWTPayload, type JWTVerifyGetKey, jwtVerify } from 'jose';
import { createBoundedCache } from './bounded-cache.ts';
import type { Clock } from './clock.ts';
import { isId } from './ids.ts';
import { Problem } from './problem.ts';

/** The calling customer, as a verified access token names them; never a path, query or body. */
export type Principal = {
  customerId: string;
  email: string;
  name: string;
  identityType: string;
  /** What the claim says; null for consumers. */
  b2bAuthenticationMethod: string | null;
  /** Whether it is a business customer: as this token claims it [B2B-08], whatever earlier ones did. */
  isBusiness: boolean;
  /** Session at the identity provider, when the token names it. */
  sessionId: string | null;
  /** When the customer signed in, in seconds since the epoch; null when the token does not say it. */
  signedInAt: number | null;
  /** Seconds since the epoch. */
  expiresAt: number;
};

/** Resolves a bearer token or throws the problem `unauthenticated`. */
export type VerifyToken = (token: string) => Promise<Principal>;

/**
 * Reports sessions that may have ended, on whichever node, so that what they opened can be checked again; null stands for
 * any session. The returned function ends it.
 */
export type WatchSessions = (watcher: (sessionId: string | null) => void) => () => void;

/** The bearer token of a request. Throws the problem `unauthenticated` when there is none. */
export function bearerTokenOf({ headers }: { headers: IncomingHttpHeaders }): string {
  const [, token] = /^Bearer ([\w.~+/=-]{1,8192})$/i.exec(headers.authorization ?? '') ?? [];
  if (!token) throw new Problem('unauthenticated');
  return token;
}

type Options = {
  issuer: string;
  /** Our API's resource indicator; tokens for other audiences are refused. */
  audience: string;
  keys: JWTVerifyGetKey;
  clock: Clock;
  /** Whether the provider has ended the session; asked once per token. */
  isRevoked?: (sessionId: string) => Promise<boolean>;
};

/** Signature algorithms accepted; 'none' and the symmetric ones never are. */
export const ALGORITHMS = ['RS256', 'PS256', 'ES256', 'EdDSA'];
export const CLOCK_SKEW_SECONDS = 30;

export type TokenVerifier = { verify: VerifyToken; drop(sessionId: string): void; dropAll(): void };

/** Verifies access tokens (RFC 9068, type at+jwt) and caches valid ones until they expire or are dropped. */
export function createTokenVerifier(options: Options): TokenVerifier {
  const { issuer, audience, keys, clock, isRevoked } = options;
  const known = createBoundedCache<Principal>({ max: 10_000 });
  let timesDropped = 0;
  async function verify(token: string): Promise<Principal> {
    const digest = createHash('sha256').update(token).digest('base64');
    const cached = known.get(digest);
    if (cached) return requireUnexpired(cached, clock());
    const before = timesDropped;
    const principal = principalOf(await verifiedPayload(token), issuer);
    if (principal.sessionId && (await isRevoked?.(principal.sessionId))) throw refusal('SESSION_ENDED');
    // A session that ended meanwhile must not be remembered as it was before.
    if (before === timesDropped) known.set(digest, principal);
    return principal;
  }
  async function verifiedPayload(token: string): Promise<JWTPayload> {
    try {
      const { payload } = await jwtVerify(token, keys, {
        issuer,
        audience,
        algorithms: ALGORITHMS,
        typ: 'at+jwt',
        requiredClaims: ['sub', 'exp'],
        clockTolerance: CLOCK_SKEW_SECONDS,
        currentDate: clock(),
      });
      return payload;
    } catch (error) {
      if (error instanceof errors.JWKSTimeout) throw new Problem('unavailable', { cause: error });
      throw new Problem('unauthenticated', { cause: error });
    }
  }
  function drop(sessionId: string) {
    timesDropped++;
    known.drop((_digest, principal) => principal.sessionId === sessionId);
  }
  function dropAll() {
    timesDropped++;
    known.clear();
  }
  return { verify, drop, dropAll };
}

function requireUnexpired(principal: Principal, now: Date): Principal {
  if (principal.expiresAt + CLOCK_SKEW_SECONDS < now.getTime() / 1000) throw refusal('ERR_JWT_EXPIRED');
  return principal;
}

/** A refusal with a code for the security log, like those of the library that reads tokens. */
function refusal(code: string): Problem {
  return new Problem('unauthenticated', { cause: Object.assign(new Error('refused'), { code }) });
}

function principalOf(payload: JWTPayload, issuer: string): Principal {
  const b2bAuthenticationMethod = text(payload[B2B_CLAIM]);
  return {
    customerId: customerIdOf(issuer, payload.sub ?? ''),
    email: text(payload.email) ?? '',
    name: text(payload.name) ?? '',
    identityType: text(payload.identity_type) ?? 'external',
    b2bAuthenticationMethod,
    isBusiness: b2bAuthenticationMethod !== null,
    sessionId: text(payload.sid),
    signedInAt: typeof payload.auth_time === 'number' ? payload.auth_time : null,
    expiresAt: payload.exp ?? 0,
  };
}

/** The subject when it is a UUID, else a stable UUID (version 8) made of issuer and subject. */
export function customerIdOf(issuer: string, subject: string): string {
  if (isId(subject)) return subject;
  const bytes = createHash('sha256').update(`${issuer}\n${subject}`).digest().subarray(0, 16);
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x80;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

function text(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}

/** One of the retailer's systems, as its token names it. */
export type ServiceCaller = {
  name: string;
  scopes: readonly ServiceScope[];
  /** The channels that it may read and write; null for all. */
  channels: readonly string[] | null;
};

/** Tokens of a service, any of which opens, so that one can be changed without a gap. */
export type ServiceCredential = Omit<ServiceCaller, 'name'> & { tokens: readonly string[] };

/** Resolves a service's bearer token, or throws the problem `unauthenticated`. */
export type VerifyService = (token: string) => ServiceCaller;

/** Recognises services by their tokens, given by their names. */
export function createServiceVerifier(services: Readonly<Record<string, ServiceCredential>>): VerifyService {
  const known = Object.entries(services).flatMap(([name, { tokens, ...may }]) =>
    tokens.map((token) => ({ caller: { name, ...may }, digest: digestOf(token) })),
  );
  return (token) => {
    const given = digestOf(token);
    // Every token is compared, in constant time, so timing reveals neither which one came close nor where it differs.
    const matches = known.filter(({ digest }) => timingSafeEqual(digest, given));
    const [service] = matches;
    if (!service) throw new Problem('unauthenticated');
    return service.caller;
  };
}

function digestOf(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
