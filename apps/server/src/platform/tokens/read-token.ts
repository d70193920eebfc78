import { TOKEN_ALGORITHMS } from '@keepsake/contracts/platform/start-of-page';
import {
  decodeJwt,
  decodeProtectedHeader,
  errors,
  type JWTPayload,
  type JWTVerifyGetKey,
  jwtVerify,
} from 'jose';
import { CLOCK_SKEW_SECONDS } from '../auth.ts';
import type { Clock } from '../clock.ts';
import { Problem } from '../problem.ts';
import type { Introspect } from './introspection.ts';
import { type MismatchCause, type ReportMismatch, tokenNotAccepted } from './token-mismatches.ts';

type Options = {
  issuer: string;
  audiences: readonly string[];
  keys: JWTVerifyGetKey;
  clock: Clock;
  otherTypes?: readonly string[];
  introspect?: Introspect;
  reportMismatch?: ReportMismatch;
};

type Read = { payload: JWTPayload; isIntrospected: boolean };

/**
 * The verified content of a bearer token. Throws the problems `unauthenticated`, `unavailable` while the provider does not
 * answer, and `token-not-accepted` for tokens that do not fit the settings, which renewal cannot fix.
 */
export function createTokenReader(options: Options): (token: string) => Promise<Read> {
  const { issuer, otherTypes = [] } = options;
  // Some providers' issuer ends with a slash, which the setting has lost.
  const settings = { ...options, types: ['at+jwt', ...otherTypes], issuers: [issuer, `${issuer}/`] };
  return async (token) => {
    const type = typeOf(token);
    return type === null ? readOpaque(settings, token) : readJwt(settings, token, type);
  };
}

type Settings = Options & { types: readonly string[]; issuers: string[] };

function mismatch(
  { reportMismatch }: Settings,
  cause: MismatchCause,
  type: string | null,
  payload: JWTPayload = {},
): Problem {
  if (!reportMismatch) return refusal(cause);
  reportMismatch({ cause, type, issuer: payload.iss, audience: payload.aud });
  return tokenNotAccepted(cause);
}

async function readOpaque(settings: Settings, token: string): Promise<Read> {
  const { introspect, issuers, audiences } = settings;
  if (!introspect) throw mismatch(settings, 'OPAQUE_TOKEN', null);
  const payload = await introspect(token);
  if (!payload) throw refusal('TOKEN_INACTIVE');
  const { iss, aud } = payload;
  if (iss !== undefined && !issuers.includes(iss)) throw mismatch(settings, 'TOKEN_ISSUER', null, payload);
  if (aud === undefined) throw mismatch(settings, 'NO_AUDIENCE', null, payload);
  if (![aud].flat().some((each) => audiences.includes(each)))
    throw mismatch(settings, 'TOKEN_AUDIENCE', null, payload);
  return { payload, isIntrospected: true };
}

async function readJwt(settings: Settings, token: string, type: string): Promise<Read> {
  const stated = claimsOf(token);
  // Tokens of other issuers do not make us fetch keys.
  if (stated.iss === undefined || !settings.issuers.includes(stated.iss))
    throw mismatch(settings, 'TOKEN_ISSUER', type, stated);
  const payload = await verifyJwt(settings, token, type);
  if (!settings.types.includes(type)) throw mismatch(settings, 'TOKEN_TYPE', type, payload);
  // ID tokens and logout tokens are also of type JWT, and an ID token need not have a claim that gives it away.
  if (type !== 'at+jwt' && (isOtherToken(payload) || !isAccessToken(payload)))
    throw mismatch(settings, 'TOKEN_PURPOSE', type, payload);
  return { payload, isIntrospected: false };
}

async function verifyJwt(settings: Settings, token: string, type: string): Promise<JWTPayload> {
  const { keys, issuers, audiences, clock } = settings;
  try {
    const { payload } = await jwtVerify(token, keys, {
      issuer: issuers,
      audience: [...audiences],
      algorithms: TOKEN_ALGORITHMS,
      requiredClaims: ['sub', 'exp'],
      clockTolerance: CLOCK_SKEW_SECONDS,
      currentDate: clock(),
    });
    return payload;
  } catch (error) {
    if (error instanceof Problem) throw error;
    const isForOthers = error instanceof errors.JWTClaimValidationFailed && error.claim === 'aud';
    if (isForOthers) throw mismatch(settings, 'TOKEN_AUDIENCE', type, claimsOf(token));
    throw new Problem('unauthenticated', { cause: error });
  }
}

/** The type of a JWT, in lower case; null for an opaque token. */
function typeOf(token: string): string | null {
  if (token.split('.').length !== 3) return null;
  try {
    const { typ = 'JWT' } = decodeProtectedHeader(token);
    return String(typ).toLowerCase().replace('application/', '');
  } catch {
    return null;
  }
}

function claimsOf(token: string): JWTPayload {
  try {
    return decodeJwt(token);
  } catch (error) {
    throw new Problem('unauthenticated', { cause: error });
  }
}

/** Whether a token claims not to be an access token: ID tokens, logout tokens, and those of Keycloak and Cognito. */
function isOtherToken({ at_hash, c_hash, events, typ, token_use }: JWTPayload): boolean {
  const isIdToken = at_hash !== undefined || c_hash !== undefined || typ === 'ID' || token_use === 'id';
  return isIdToken || events !== undefined;
}

/** Claims of which every provider's access tokens have one, and ID tokens have none: Okta's are `scp` and `cid`, Entra's `appid`. */
const ACCESS_CLAIMS = ['scope', 'scp', 'client_id', 'cid', 'appid'];

/** Whether a token says that it is an access token. */
function isAccessToken(payload: JWTPayload): boolean {
  const { typ, token_use } = payload;
  return (
    typ === 'Bearer' || token_use === 'access' || ACCESS_CLAIMS.some((name) => Object.hasOwn(payload, name))
  );
}

/** A refusal with a code for the security log, like those of the library that reads tokens. */
export function refusal(code: string, headers: Record<string, string> = {}): Problem {
  return new Problem('unauthenticated', { cause: Object.assign(new Error('refused'), { code }), headers });
}
