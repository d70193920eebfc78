import { MINUTE_SECONDS } from '@keepsake/contracts/platform/limits';
import { TOKEN_ALGORITHMS } from '@keepsake/contracts/platform/start-of-page';
import { type JWTVerifyGetKey, jwtVerify } from 'jose';
import * as z from 'zod';
import { CLOCK_SKEW_SECONDS } from '../../../platform/auth.ts';
import type { Clock } from '../../../platform/clock.ts';
import { Problem } from '../../../platform/problem.ts';

const LOGOUT_EVENT = 'http://schemas.openid.net/event/backchannel-logout';
const TYPES = [undefined, 'jwt', 'logout+jwt', 'application/logout+jwt'];
/** Logout tokens are used at once; one without an expiry is valid for this long. */
const LONGEST_SECONDS = 10 * MINUTE_SECONDS;

const claims = z.object({
  iss: z.string(),
  iat: z.number(),
  exp: z.number().optional(),
  jti: z.string().min(1).max(1_000),
  sub: z.string().min(1).max(1_000).optional(),
  sid: z.string().min(1).max(1_000).optional(),
  events: z.object({ [LOGOUT_EVENT]: z.looseObject({}) }),
  nonce: z.never().optional(),
});

export type LogoutToken = {
  jti: string;
  sub: string | null;
  sid: string | null;
  issuedAt: Date;
  expiresAt: Date;
};

type Options = { issuer: string; clientId: string; keys: JWTVerifyGetKey; clock: Clock };

/**
 * Checks a logout token (OpenID Connect Back-Channel Logout 1.0, 2.6), except whether it was used before. Throws the problem
 * `invalid-request`, or `unavailable` while the provider's keys cannot be fetched.
 */
export async function readLogoutToken(
  { issuer, clientId, keys, clock }: Options,
  token: string,
): Promise<LogoutToken> {
  const now = clock();
  const { payload, protectedHeader } = await jwtVerify(token, keys, {
    issuer: [issuer, `${issuer}/`],
    audience: clientId,
    algorithms: TOKEN_ALGORITHMS,
    requiredClaims: ['iat', 'jti'],
    maxTokenAge: LONGEST_SECONDS,
    clockTolerance: CLOCK_SKEW_SECONDS,
    currentDate: now,
  }).catch((error: unknown) => {
    if (error instanceof Problem) throw error;
    throw refused((error as Error).message, error);
  });
  if (!TYPES.includes(protectedHeader.typ?.toLowerCase())) throw refused('its type is not logout+jwt');
  const read = claims.safeParse(payload);
  if (!read.success) throw refused(`${read.error.issues[0]?.path.join('.')} is not as it must be`);
  const { sub = null, sid = null, iat, exp, jti } = read.data;
  if (sub === null && sid === null) throw refused('it names neither sub nor sid');
  const lasts = exp ?? iat + LONGEST_SECONDS;
  return {
    jti,
    sub,
    sid,
    issuedAt: new Date(iat * 1000),
    expiresAt: new Date((lasts + LONGEST_SECONDS) * 1000),
  };
}

export function refused(detail: string, cause?: unknown): Problem {
  return new Problem('invalid-request', { detail: `The logout token was rejected: ${detail}`, cause });
}
