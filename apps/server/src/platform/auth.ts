import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { ServiceScope } from '@keepsake/contracts/platform/endpoint';
import type { CustomerId } from '@keepsake/contracts/platform/ids';
import { ID_BYTES } from '@keepsake/contracts/platform/limits';
import { customerIdOfHex, isCustomerId } from './ids.ts';
import { Problem } from './problem.ts';
import type { CustomerClaims } from './tokens/claims.ts';

/** The calling customer as named by a verified access token; never by a path, query or body. */
export type Principal = {
  customerId: CustomerId;
  /** The id derived from the token's subject; differs from `customerId` if the subject was linked to an existing customer. */
  subjectId: CustomerId;
  /** The verified address; empty if the token has none. */
  email: string;
  name: string;
  identityType: string;
  /** The value of the claim; null for consumers. */
  b2bAuthenticationMethod: string | null;
  /** Whether this is a business customer according to this token [B2B-08], whatever earlier tokens said. */
  isBusiness: boolean;
  /** Everything the token says about the customer. */
  claims: CustomerClaims;
  /** Session at the identity provider, if the token names it. */
  sessionId: string | null;
  /** Identifies the token without revealing it. */
  tokenDigest: string;
  /** When the customer signed in, in seconds since the epoch; null if the token does not say. */
  signedInAt: number | null;
  /** Whether the sign-in took more than one factor according to the token (`mfa` in `amr`, RFC 8176). */
  isMultiFactor: boolean;
  /** Seconds since the epoch; null if the token does not say. */
  issuedAt: number | null;
  /** Seconds since the epoch. */
  expiresAt: number;
  /** The host of the calling page; set for calls only. */
  host?: string;
};

/** Resolves a bearer token or throws the problem `unauthenticated`. */
export type VerifyToken = (token: string) => Promise<Principal>;

/** What a provider ends: a session, all sessions of a subject, a subject's tokens that name no session, or one token. */
export type EndedScope =
  | { sessionId: string }
  | { subjectId: string }
  | { unnamedOf: string }
  | { tokenDigest: string };

/** Whether what ended is what this caller uses. */
export function affects(
  ended: EndedScope,
  caller: Pick<Principal, 'sessionId' | 'subjectId' | 'tokenDigest'>,
) {
  if ('sessionId' in ended) return ended.sessionId === caller.sessionId;
  if ('subjectId' in ended) return ended.subjectId === caller.subjectId;
  if ('unnamedOf' in ended) return caller.sessionId === null && ended.unnamedOf === caller.subjectId;
  return ended.tokenDigest === caller.tokenDigest;
}

/**
 * Reports what may have ended, on any node, so that whatever it opened can be checked again; null stands for anything. The
 * returned function stops watching.
 */
export type WatchSessions = (watcher: (ended: EndedScope | null) => void) => () => void;

/** Whether pages of that origin are ours: others may not connect. */
export type IsAllowedOrigin = (origin: string) => boolean;

/** The bearer token of a request. Throws the problem `unauthenticated` when there is none. */
export function bearerTokenOf({ headers }: { headers: IncomingHttpHeaders }): string {
  const [, token] = /^Bearer ([\w.~+/=-]{1,8192})$/i.exec(headers.authorization ?? '') ?? [];
  if (!token) throw new Problem('unauthenticated');
  return token;
}

export const CLOCK_SKEW_SECONDS = 30;

const LONGEST_SUBJECT = 1_000;

/** Whom a token or an answer is about; null unless `sub` is one text that names somebody. */
export function subjectOf({ sub }: { sub?: unknown }): string | null {
  return typeof sub === 'string' && sub.trim() !== '' && sub.length <= LONGEST_SUBJECT ? sub : null;
}

/** The subject if it is a UUID, otherwise a stable UUID (version 8) derived from issuer and subject. */
export function customerIdOf(issuer: string, subject: string): CustomerId {
  if (subject === '') throw new Error('An empty subject names nobody');
  if (isCustomerId(subject)) return subject;
  const bytes = createHash('sha256').update(`${issuer}\n${subject}`).digest().subarray(0, ID_BYTES);
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x80;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  return customerIdOfHex(bytes.toString('hex'));
}

/** One of the retailer's systems, as identified by its token. */
export type ServiceCaller = {
  name: string;
  scopes: readonly ServiceScope[];
  /** The channels that it may read and write; null for all. */
  channels: readonly string[] | null;
};

/** The valid tokens of a service; more than one, so that tokens can be rotated without a gap. */
export type ServiceCredential = Omit<ServiceCaller, 'name'> & { tokens: readonly string[] };

/** Resolves a service's bearer token, or throws the problem `unauthenticated`. */
export type VerifyService = (token: string) => ServiceCaller;

/** Recognises services by their tokens, keyed by service name. */
export function createServiceVerifier(services: Readonly<Record<string, ServiceCredential>>): VerifyService {
  const existing = Object.entries(services).flatMap(([name, { tokens, ...may }]) =>
    tokens.map((token) => ({ caller: { name, ...may }, digest: digestOf(token) })),
  );
  return (token) => {
    const given = digestOf(token);
    // Every token is compared, in constant time, so timing reveals neither which one came close nor where it differs.
    const matches = existing.filter(({ digest }) => timingSafeEqual(digest, given));
    const [service] = matches;
    if (!service) throw new Problem('unauthenticated');
    return service.caller;
  };
}

function digestOf(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
