import { createHash } from 'node:crypto';
import { ID_TOKEN_HEADER, RECENT_SIGN_IN_SECONDS } from '@keepsake/contracts/platform/endpoint';
import { TOKEN_ALGORITHMS } from '@keepsake/contracts/platform/start-of-page';
import type { FastifyRequest } from 'fastify';
import { type JWTPayload, type JWTVerifyGetKey, jwtVerify } from 'jose';
import { bearerTokenOf, CLOCK_SKEW_SECONDS, customerIdOf, type Principal, subjectOf } from './auth.ts';
import type { Clock } from './clock.ts';
import { Problem } from './problem.ts';

/** Throws the problem `recent-sign-in-required` (RFC 9470) unless the caller has signed in recently. */
export type RequireRecentSignIn = (
  customer: Principal,
  request: Pick<FastifyRequest, 'headers'>,
) => Promise<void>;

/** Reads the ID token of a request; null if there is none, or it is invalid or not the caller's. */
export type ReadIdToken = (
  customer: Principal,
  request: Pick<FastifyRequest, 'headers'>,
) => Promise<IdToken | null>;

type IdToken = {
  payload: JWTPayload;
  /** Whether the access token is from the sign-in of which it tells, see `isOfSameSignIn`. */
  isOfSameSignIn: boolean;
};

type Options = { issuer: string; clientId: string; keys: JWTVerifyGetKey; clock: Clock };

/**
 * Access tokens of the embedded provider say when the customer signed in. Those of other providers may not: then the ID token
 * of the same sign-in must, which is checked like an access token and must belong to this one.
 */
export function createRecentSignInCheck(options: Options): RequireRecentSignIn {
  const readIdToken = createIdTokenReader(options);
  const timeNotifiedBy = async (...of: Parameters<ReadIdToken>) => {
    const token = await readIdToken(...of);
    return token?.isOfSameSignIn ? timeOf(token.payload) : null;
  };
  return async (customer, request) => {
    const at = customer.signedInAt ?? (await timeNotifiedBy(customer, request));
    if (!isRecent(at, options.clock())) throw refusal();
  };
}

/** For an installation where nothing says when customers signed in. */
export const refuseSignIns: RequireRecentSignIn = async () => {
  throw refusal();
};

/** A time in the future is none: it would stay recent for as long as it is ahead. */
function isRecent(signedInAt: number | null, now: Date): boolean {
  if (signedInAt === null) return false;
  const age = now.getTime() / 1000 - signedInAt;
  return age >= -CLOCK_SKEW_SECONDS && age <= RECENT_SIGN_IN_SECONDS;
}

/** Checks ID tokens like access tokens; one that belongs to somebody other than the caller is ignored. */
export function createIdTokenReader({ issuer, clientId, keys, clock }: Options): ReadIdToken {
  return async (customer, request) => {
    const token = request.headers[ID_TOKEN_HEADER];
    if (typeof token !== 'string') return null;
    try {
      const { payload, protectedHeader } = await jwtVerify(token, keys, {
        issuer: [issuer, `${issuer}/`],
        audience: clientId,
        algorithms: TOKEN_ALGORITHMS,
        requiredClaims: ['sub', 'exp'],
        clockTolerance: CLOCK_SKEW_SECONDS,
        currentDate: clock(),
      });
      if (isOtherToken(protectedHeader, payload) || !isForClient(payload, clientId)) return null;
      const subject = subjectOf(payload);
      if (subject === null || customerIdOf(issuer, subject) !== customer.subjectId) return null;
      const hash = halfHash(bearerTokenOf(request), protectedHeader.alg);
      return { payload, isOfSameSignIn: isOfSameSignIn(payload, { customer, hash }) };
    } catch (error) {
      // A token that cannot be verified says nothing, whatever is wrong with it; that its keys are away is a problem.
      if (error instanceof Problem) throw error;
      return null;
    }
  };
}

/** Access tokens and logout tokens of the same provider are no ID tokens, whoever they are for. */
function isOtherToken({ typ }: { typ?: string }, { events }: JWTPayload): boolean {
  const type = (typ ?? 'JWT').toLowerCase().replace('application/', '');
  return type !== 'jwt' || events !== undefined;
}

/** Whether the token was issued to our client: one for several clients says to which (OpenID Connect Core, 3.1.3.7). */
function isForClient({ aud, azp }: JWTPayload, clientId: string): boolean {
  return azp === undefined ? [aud].flat().length === 1 : azp === clientId;
}

/**
 * Whether an access token is from the sign-in of which an ID token tells: the ID token has its hash, which the code flow does not
 * require (3.1.3.6), or both are of one session and the access token was issued since that sign-in. Otherwise nothing proves that
 * whoever signed in holds this access token.
 */
function isOfSameSignIn(
  idToken: JWTPayload,
  { customer, hash }: { customer: Principal; hash: string },
): boolean {
  if (idToken.at_hash !== undefined) return idToken.at_hash === hash;
  const { sessionId, issuedAt } = customer;
  const signedInAt = timeOf(idToken);
  const isOfSession = sessionId !== null && idToken.sid === sessionId;
  return isOfSession && issuedAt !== null && signedInAt !== null && issuedAt >= signedInAt;
}

function timeOf({ auth_time }: JWTPayload): number | null {
  return typeof auth_time === 'number' ? auth_time : null;
}

/** `at_hash` of an access token (OpenID Connect Core, 3.1.3.6): the left half of the signature algorithm's hash. */
function halfHash(accessToken: string, algorithm: string): string {
  const digest = createHash(algorithm === 'EdDSA' ? 'sha512' : `sha${algorithm.slice(2)}`)
    .update(accessToken)
    .digest();
  return digest.subarray(0, digest.length / 2).toString('base64url');
}

/** For calls that require a second factor: throws unless the sign-in took one. The app then signs in again, which asks for it. */
export function requireSecondFactorSignIn({ isMultiFactor }: Principal): void {
  if (!isMultiFactor) throw refusal();
}

function refusal(): Problem {
  const challenge = [
    'Bearer error="insufficient_user_authentication"',
    'error_description="A more recent sign-in is required"',
    `max_age="${RECENT_SIGN_IN_SECONDS}"`,
  ];
  return new Problem('recent-sign-in-required', { headers: { 'www-authenticate': challenge.join(', ') } });
}
