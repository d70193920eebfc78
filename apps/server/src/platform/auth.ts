import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { ServiceScope } from '@keepsake/contracts';
import { isId } from './ids.ts';
import { Problem } from './problem.ts';
import type { CustomerClaims } from './tokens/claims.ts';

/** The calling customer, as a verified access token names them; never a path, query or body. */
export type Principal = {
  customerId: string;
  /** The id made of the token's subject: another one where the subject was linked to a customer known before. */
  subjectId: string;
  /** The verified address; empty where the token tells none. */
  email: string;
  name: string;
  identityType: string;
  /** What the claim says; null for consumers. */
  b2bAuthenticationMethod: string | null;
  /** Whether it is a business customer: as this token claims it [B2B-08], whatever earlier ones did. */
  isBusiness: boolean;
  /** All that the token says of the customer. */
  claims: CustomerClaims;
  /** Session at the identity provider, when the token names it. */
  sessionId: string | null;
  /** Names the token without telling it. */
  tokenDigest: string;
  /** When the customer signed in, in seconds since the epoch; null when the token does not say it. */
  signedInAt: number | null;
  /** Whether the sign-in took more than one factor, as the token tells it (`mfa` in `amr`, RFC 8176). */
  isMultiFactor: boolean;
  /** Seconds since the epoch; null when the token does not say it. */
  issuedAt: number | null;
  /** Seconds since the epoch. */
  expiresAt: number;
  /** The host that the page is on, in calls. */
  host?: string;
};

/** Resolves a bearer token or throws the problem `unauthenticated`. */
export type VerifyToken = (token: string) => Promise<Principal>;

/** What a provider ends: a session, every session of a subject, those tokens of it that name no session, or one token. */
export type Ended =
  | { sessionId: string }
  | { subjectId: string }
  | { unnamedOf: string }
  | { tokenDigest: string };

/** Whether something that ended is what this caller uses. */
export function concerns(ended: Ended, caller: Pick<Principal, 'sessionId' | 'subjectId' | 'tokenDigest'>) {
  if ('sessionId' in ended) return ended.sessionId === caller.sessionId;
  if ('subjectId' in ended) return ended.subjectId === caller.subjectId;
  if ('unnamedOf' in ended) return caller.sessionId === null && ended.unnamedOf === caller.subjectId;
  return ended.tokenDigest === caller.tokenDigest;
}

/**
 * Reports what may have ended, on whichever node, so that what it opened can be checked again; null stands for anything. The
 * returned function ends it.
 */
export type WatchSessions = (watcher: (ended: Ended | null) => void) => () => void;

/** The bearer token of a request. Throws the problem `unauthenticated` when there is none. */
export function bearerTokenOf({ headers }: { headers: IncomingHttpHeaders }): string {
  const [, token] = /^Bearer ([\w.~+/=-]{1,8192})$/i.exec(headers.authorization ?? '') ?? [];
  if (!token) throw new Problem('unauthenticated');
  return token;
}

export const CLOCK_SKEW_SECONDS = 30;

/** The subject when it is a UUID, else a stable UUID (version 8) made of issuer and subject. */
export function customerIdOf(issuer: string, subject: string): string {
  if (isId(subject)) return subject;
  const bytes = createHash('sha256').update(`${issuer}\n${subject}`).digest().subarray(0, 16);
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x80;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
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
