import { createHash } from 'node:crypto';
import { ID_TOKEN_HEADER, RECENT_SIGN_IN_SECONDS } from '@keepsake/contracts';
import type { FastifyRequest } from 'fastify';
import { type JWTPayload, type JWTVerifyGetKey, jwtVerify } from 'jose';
import { ALGORITHMS, bearerTokenOf, CLOCK_SKEW_SECONDS, customerIdOf, type Principal } from './auth.ts';
import type { Clock } from './clock.ts';
import { Problem } from './problem.ts';

/** Throws the problem `recent-sign-in-required` (RFC 9470) unless the caller has signed in lately. */
export type RequireRecentSignIn = (
  customer: Principal,
  request: Pick<FastifyRequest, 'headers'>,
) => Promise<void>;

type Options = { issuer: string; clientId: string; keys: JWTVerifyGetKey; clock: Clock };

/**
 * Access tokens of the embedded provider say when the customer signed in. Those of other providers may not: then the ID
 * token of the same sign-in has to, which is checked like an access token and must belong to this one.
 */
export function createRecentSignInCheck(options: Options): RequireRecentSignIn {
  return async (customer, request) => {
    const at = customer.signedInAt ?? (await readIdToken(options, customer, request));
    if (!isRecent(at, options.clock())) throw refusal();
  };
}

/** Where nobody tells when customers signed in. */
export const refuseSignIns: RequireRecentSignIn = async () => {
  throw refusal();
};

function isRecent(signedInAt: number | null, now: Date): boolean {
  return signedInAt !== null && now.getTime() / 1000 - signedInAt <= RECENT_SIGN_IN_SECONDS;
}

/** When the customer signed in, by the ID token of the request; null where it proves nothing. */
async function readIdToken(
  { issuer, clientId, keys, clock }: Options,
  customer: Principal,
  request: Pick<FastifyRequest, 'headers'>,
): Promise<number | null> {
  const token = request.headers[ID_TOKEN_HEADER];
  if (typeof token !== 'string') return null;
  try {
    const { payload, protectedHeader } = await jwtVerify(token, keys, {
      issuer,
      audience: clientId,
      algorithms: ALGORITHMS,
      requiredClaims: ['sub', 'exp', 'auth_time'],
      clockTolerance: CLOCK_SKEW_SECONDS,
      currentDate: clock(),
    });
    const isOwn = customerIdOf(issuer, payload.sub ?? '') === customer.customerId;
    const isBound =
      (customer.sessionId !== null && payload.sid === customer.sessionId) ||
      payload.at_hash === halfHash(bearerTokenOf(request), protectedHeader.alg);
    return isOwn && isBound ? timeOf(payload) : null;
  } catch (error) {
    if (error instanceof Problem) throw error;
    return null;
  }
}

function timeOf({ auth_time }: JWTPayload): number | null {
  return typeof auth_time === 'number' ? auth_time : null;
}

/** `at_hash` of an access token (OpenID Connect Core, 3.1.3.6): half of a hash as long as the signature's. */
function halfHash(accessToken: string, algorithm: string): string {
  const digest = createHash(algorithm === 'EdDSA' ? 'sha512' : 'sha256')
    .update(accessToken)
    .digest();
  return digest.subarray(0, digest.length / 2).toString('base64url');
}

function refusal(): Problem {
  const challenge = [
    'Bearer error="insufficient_user_authentication"',
    'error_description="A more recent sign-in is required"',
    `max_age="${RECENT_SIGN_IN_SECONDS}"`,
  ];
  return new Problem('recent-sign-in-required', { headers: { 'www-authenticate': challenge.join(', ') } });
}
