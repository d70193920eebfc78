import { createHash } from 'node:crypto';
import { ID_TOKEN_HEADER, RECENT_SIGN_IN_SECONDS, TOKEN_ALGORITHMS } from '@keepsake/contracts';
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
  /** Whether it is from the same sign-in as the access token, whose hash it names; without one, its session counts. */
  isOfSameSignIn: boolean;
};

type Options = { issuer: string; clientId: string; keys: JWTVerifyGetKey; clock: Clock };

/**
 * Access tokens of the embedded provider say when the customer signed in. Those of other providers may not: then the ID token
 * of the same sign-in must, which is checked like an access token and must belong to this one.
 */
export function createRecentSignInCheck(options: Options): RequireRecentSignIn {
  const readIdToken = createIdTokenReader(options);
  const timeToldBy = async (...of: Parameters<ReadIdToken>) => {
    const token = await readIdToken(...of);
    return token?.isOfSameSignIn ? timeOf(token.payload) : null;
  };
  return async (customer, request) => {
    const at = customer.signedInAt ?? (await timeToldBy(customer, request));
    if (!isRecent(at, options.clock())) throw refusal();
  };
}

/** For an installation where nothing says when customers signed in. */
export const refuseSignIns: RequireRecentSignIn = async () => {
  throw refusal();
};

function isRecent(signedInAt: number | null, now: Date): boolean {
  return signedInAt !== null && now.getTime() / 1000 - signedInAt <= RECENT_SIGN_IN_SECONDS;
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
      const subject = subjectOf(payload);
      if (subject === null || customerIdOf(issuer, subject) !== customer.subjectId) return null;
      const isOfSameSignIn =
        payload.at_hash === undefined
          ? customer.sessionId !== null && payload.sid === customer.sessionId
          : payload.at_hash === halfHash(bearerTokenOf(request), protectedHeader.alg);
      return { payload, isOfSameSignIn };
    } catch (error) {
      if (error instanceof Problem) throw error;
      return null;
    }
  };
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
