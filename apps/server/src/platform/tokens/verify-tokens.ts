import { createHash } from 'node:crypto';
import type { CustomerId } from '@keepsake/contracts/platform/ids';
import type { JWTPayload, JWTVerifyGetKey } from 'jose';
import {
  affects,
  CLOCK_SKEW_SECONDS,
  customerIdOf,
  type EndedScope,
  type Principal,
  subjectOf,
  type VerifyToken,
} from '../auth.ts';
import { createBoundedCache } from '../bounded-cache.ts';
import type { Clock } from '../clock.ts';
import { CLEAR_CACHE } from '../http/security-headers.ts';
import { type ClaimMapping, readClaims, STANDARD_CLAIMS } from './claims.ts';
import type { Introspect } from './introspection.ts';
import { createTokenReader, refusal } from './read-token.ts';
import type { ReportMismatch } from './token-mismatches.ts';

/** Finds the customer of a subject, which may have been linked to an existing one. */
export type FindCustomerId = (caller: Principal) => Promise<CustomerId>;

type Options = {
  issuer: string;
  /** Our API's resource indicators; tokens for other audiences are refused. */
  audiences: readonly string[];
  keys: JWTVerifyGetKey;
  clock: Clock;
  /** JWT types accepted besides `at+jwt`, such as `jwt`. */
  otherTypes?: readonly string[];
  claims?: ClaimMapping;
  /** Asks the provider about tokens that only it can read; without it they are refused. */
  introspect?: Introspect;
  /** Receives tokens that do not fit the settings; without it they are refused like all others. */
  reportMismatch?: ReportMismatch;
  /** Whether the session, subject or token the customer signed in with has ended; asked once per token. */
  isEnded?: (customer: Principal) => Promise<boolean>;
  /** Without it a customer has the id of the subject. */
  findCustomerId?: FindCustomerId;
};

export type TokenVerifier = { verify: VerifyToken; drop(ended: EndedScope): void; dropAll(): void };

/** An introspected token is asked about again after this time. */
const INTROSPECTED_MS = 30_000;

/** All addresses of the embedded provider are verified. */
const EMBEDDED_CLAIMS: ClaimMapping = { ...STANDARD_CLAIMS, verified: true };

/** Verifies access tokens (RFC 9068, and RFC 7662 if configured) and caches valid ones until they expire or are dropped. */
export function createTokenVerifier(options: Options): TokenVerifier {
  const { issuer, clock, isEnded, findCustomerId, claims = EMBEDDED_CLAIMS } = options;
  const existing = createBoundedCache<Principal>({ max: 10_000 });
  const introspected = createBoundedCache<Principal>({ max: 10_000, lifetimeMs: INTROSPECTED_MS });
  const readToken = createTokenReader(options);
  let timesDropped = 0;
  async function verify(token: string): Promise<Principal> {
    const tokenDigest = createHash('sha256').update(token).digest('base64url');
    const cached = existing.get(tokenDigest) ?? introspected.get(tokenDigest);
    if (cached) return requireUnexpired(cached, clock());
    const before = timesDropped;
    const { payload, isIntrospected } = await readToken(token);
    const named = principalOf(payload, { issuer, claims, tokenDigest });
    if (await isEnded?.(named)) throw sessionEnded();
    const principal = { ...named, customerId: (await findCustomerId?.(named)) ?? named.customerId };
    // A session that ended in the meantime must not be cached as still valid.
    if (before === timesDropped) (isIntrospected ? introspected : existing).set(tokenDigest, principal);
    return principal;
  }
  return {
    verify,
    drop(ended) {
      timesDropped++;
      for (const cache of [existing, introspected]) cache.drop((_digest, caller) => affects(ended, caller));
    },
    dropAll() {
      timesDropped++;
      for (const cache of [existing, introspected]) cache.clear();
    },
  };
}

function requireUnexpired(principal: Principal, now: Date): Principal {
  if (principal.expiresAt + CLOCK_SKEW_SECONDS < now.getTime() / 1000) throw refusal('ERR_JWT_EXPIRED');
  return principal;
}

/** However the session ended, on another device or at the provider: this browser still has its photos. */
const sessionEnded = () => refusal('SESSION_ENDED', Object.fromEntries([CLEAR_CACHE]));

type Reading = { issuer: string; claims: ClaimMapping; tokenDigest: string };

function principalOf(payload: JWTPayload, { issuer, claims: mapping, tokenDigest }: Reading): Principal {
  const subject = subjectOf(payload);
  if (subject === null) throw refusal('TOKEN_SUBJECT');
  const subjectId = customerIdOf(issuer, subject);
  const claims = readClaims(payload, mapping);
  return {
    customerId: subjectId,
    subjectId,
    email: claims.email ?? '',
    name: claims.name ?? '',
    identityType: text(payload.identity_type) ?? 'external',
    b2bAuthenticationMethod: claims.b2bAuthenticationMethod,
    isBusiness: claims.b2bAuthenticationMethod !== null,
    claims,
    sessionId: text(payload.sid),
    tokenDigest,
    signedInAt: typeof payload.auth_time === 'number' ? payload.auth_time : null,
    isMultiFactor: [payload.amr].flat().includes('mfa'),
    issuedAt: typeof payload.iat === 'number' ? payload.iat : null,
    expiresAt: payload.exp ?? 0,
  };
}

function text(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}
